package httpkit

import (
	"net/http"
	"strings"
)

const (
	corsMethods = "GET, POST, PUT, PATCH, DELETE"
	corsExpose  = "ETag, Ignored-Members, Limit-Applied, Log-Position, Next-Cursor, Retry-After, Search-Engine, Stale, X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, X-Request-Id"
)

// cors opens the public API to pages of every origin, without cookies; the internal API is for this site only. It
// reports whether r was a preflight request, which it answers: every header that a page asks for is allowed, because
// without cookies a header gives a page no more than a program has.
func cors(w http.ResponseWriter, r *http.Request) bool {
	if strings.HasPrefix(r.URL.Path, apiInternal) {
		return false
	}
	h := w.Header()
	h["Access-Control-Allow-Origin"] = valueStar
	h["Access-Control-Expose-Headers"] = valueExpose
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", corsMethods)
	if asked := r.Header.Get("Access-Control-Request-Headers"); len(asked) <= maxAskedHeaders && headerNames(asked) {
		h.Set("Access-Control-Allow-Headers", asked)
		h.Add("Vary", "Access-Control-Request-Headers")
	}
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// maxAskedHeaders bounds the list of headers that an answer repeats.
const maxAskedHeaders = 2048

// headerNames is true for a list of names of headers.
func headerNames(list string) bool {
	return list != "" && !strings.ContainsFunc(list, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(" ,-_", r)
	})
}

// Constant header values are shared between answers; the slices have capacity one, so that a later Add copies them.
var (
	valueStar   = []string{"*"}
	valueExpose = []string{corsExpose}
)
