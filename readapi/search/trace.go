package search

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

// traced runs a query on an engine and answers with the rendered result. Headers name the engine that answered and,
// where it is behind the read model, its log position.
func traced[T any](q search.Query, ask func(context.Context, search.Query) (T, error), render func(T) (any, error)) view.Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		trace := search.Trace{Engine: search.EnginePostgres}
		q.AtLeast, _ = view.Seen(r) // an invalid one was rejected already
		found, err := ask(search.WithTrace(r.Context(), &trace), q)
		if err != nil {
			return fmt.Errorf("search: %w", err)
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
		v, err := render(found)
		if err != nil {
			return err
		}
		return view.JSONOf(v)(w, r)
	}
}
