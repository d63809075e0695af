package pages

import (
	"net/http"
	"testing"
	"time"
)

// A cookie names a time zone that exists, and no file.
func FuzzZoneOf(f *testing.F) {
	for _, value := range []string{"Asia%2FShanghai", "Europe/Berlin", "../../etc/passwd", "Local", "UTC", "", "a/b/c/d", "Etc/GMT+8", "/etc/localtime"} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		zone := zoneOf(&http.Request{Header: http.Header{"Cookie": {"tz=" + value}}})
		if _, err := time.LoadLocation(zone); err != nil || zone == "" || zone == "Local" {
			t.Fatalf("%q gives %q: %v", value, zone, err)
		}
	})
}
