package talksearch

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/search/talk"
)

// cursorOf is the place behind a hit, for the next page.
func cursorOf(p talk.Place) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(p.At.UnixMicro(), 10) + "." + p.ID))
}

// isID is true for text that has nothing but what ids have.
func isID(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') }) < 0
}

// parseCursor reads a cursor. It returns an error for everything that cursorOf does not write.
func parseCursor(raw string) (talk.Place, error) {
	invalid := httpkit.Invalid("cursor", "游标无效：请原样使用上一页的 next")
	text, err := base64.RawURLEncoding.Strict().DecodeString(raw)
	micro, id, cut := strings.Cut(string(text), ".")
	at, errAt := strconv.ParseInt(micro, 10, 64)
	if err != nil || errAt != nil || !cut || at < 0 || at > 1<<52 || id == "" || len(id) > 16 || !isID(id) {
		return talk.Place{}, invalid
	}
	p := talk.Place{At: time.UnixMicro(at).UTC(), ID: id}
	if cursorOf(p) != raw {
		return talk.Place{}, invalid
	}
	return p, nil
}
