package search

import (
	"context"
	"net/http"
	"strconv"

	"github.com/modyard/modyard/search"
)

// asked puts a query to an engine and tells in headers which one answered and, where that is not what the read model
// knows, from which log position.
func asked[T any](w http.ResponseWriter, r *http.Request, q search.Query, ask func(context.Context, search.Query) (T, error)) (T, error) {
	trace := search.Trace{Engine: search.EnginePostgres}
	q.AtLeast, _ = strconv.ParseUint(r.Header.Get("Min-Position"), 10, 64) // a bad one was refused already
	value, err := ask(search.WithTrace(r.Context(), &trace), q)
	if err != nil {
		return value, err
	}
	h := w.Header()
	h.Set("Search-Engine", trace.Engine)
	if trace.Position > 0 {
		if at, err := strconv.ParseUint(h.Get("Log-Position"), 10, 64); err == nil && trace.Position < at {
			h.Set("Log-Position", strconv.FormatUint(trace.Position, 10))
		}
		if trace.Position < q.AtLeast {
			h.Set("Stale", "true")
		}
	}
	return value, nil
}
