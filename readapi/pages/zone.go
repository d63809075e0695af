package pages

import (
	"net/http"
	"regexp"
	"strings"
	"time"
)

// readersZone is the time zone of the site's readers, for browsers whose zone is not known.
const readersZone = "Asia/Shanghai"

// zoneName is the form of the names of the IANA's time zones that browsers report. Longer ones do not exist.
var zoneName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]{1,31}(/[A-Za-z0-9_+-]{1,31}){0,2}$`)

// zoneOf is the time zone in which the page shows times: the one that the browser reported in its cookie, where it exists.
func zoneOf(r *http.Request) string {
	c, err := r.Cookie("tz")
	if err != nil {
		return readersZone
	}
	name := strings.ReplaceAll(c.Value, "%2F", "/")
	if !zoneName.MatchString(name) || name == "Local" {
		return readersZone
	}
	if _, err := time.LoadLocation(name); err != nil {
		return readersZone
	}
	return name
}
