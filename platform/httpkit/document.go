package httpkit

import (
	"net/http"
	"strconv"
	"strings"
)

// Document answers with a stored body under its version: 304 when the caller has it already, otherwise the body. etag
// is any text without quotes (a log position, a hash); it is sent as a weak tag, since compression changes the bytes.
// The caller must revalidate its copy before each use unless the handler has set another Cache-Control. body must not
// be changed afterwards: it may be cached together with its compressed form.
func Document(w http.ResponseWriter, r *http.Request, etag string, body []byte, contentType string) {
	tag := `W/"` + etag + `"`
	h := w.Header()
	h["Etag"] = []string{tag}
	if h.Get("Cache-Control") == "" {
		h["Cache-Control"] = valueNoCache
	}
	if match := r.Header.Get("If-None-Match"); match != "" && tagListed(match, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h["Content-Type"] = []string{contentType}
	if x := exchangeFrom(r.Context()); x != nil && x.bodies != nil {
		if data, encoding := x.bodies.encoded(r, body); data != nil {
			h["Content-Encoding"] = []string{encoding}
			body = data
		}
	}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	_, _ = w.Write(body) // the reader may have closed the connection
}

var valueNoCache = []string{"no-cache"}

// tagListed compares weakly, as If-None-Match requires.
func tagListed(list, tag string) bool {
	if list == tag || list == "*" {
		return true
	}
	opaque := strings.TrimPrefix(tag, "W/")
	for one := range strings.SplitSeq(list, ",") {
		if strings.TrimPrefix(strings.TrimSpace(one), "W/") == opaque {
			return true
		}
	}
	return false
}
