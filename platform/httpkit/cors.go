package httpkit

import (
	"net/http"
	"strings"
)

const (
	corsMethods = "GET, POST, PUT, PATCH, DELETE"
	corsHeaders = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Min-Position, X-Request-Id"
	corsExpose  = "ETag, Log-Position, Retry-After, Search-Engine, Stale, X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, X-Request-Id"
)

// cors opens the public API to pages of every origin, without cookies; the internal API is for this site only. It
// reports whether r was a preflight request, which it answers.
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
	h.Set("Access-Control-Allow-Headers", corsHeaders)
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// Constant header values are shared between answers; the slices have capacity one, so that a later Add copies them.
var (
	valueStar   = []string{"*"}
	valueExpose = []string{corsExpose}
)
