package view

import (
	"cmp"
	"context"
	"net/http"
	"reflect"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Route declares the route of a query.
type Route = identity.Route

// Query mounts a query that answers with a value. The caller's scope is checked first, before the body is read; then
// the query waits until the read models have reached the position that the caller has seen. s is nil where no read
// model is read.
func Query[In, Out any](api *httpkit.API, s *Source, route Route, ask func(context.Context, *In) (Out, error)) {
	Stored[Out](api, s, route, func(ctx context.Context, in *In) (Answer, error) {
		v, err := ask(ctx, in)
		if err != nil {
			return nil, err
		}
		return JSONOf(v), nil
	})
}

// Stored is Query for an answer of stored JSON in the shape of Out.
func Stored[Out, In any](api *httpkit.API, s *Source, route Route, ask func(context.Context, *In) (Answer, error)) {
	choices := choicesOf(reflect.TypeFor[In]())
	for _, op := range route.Operations() {
		if op.Responses == nil {
			op.Responses = httpkit.JSONResponses[Out](api.Huma, "200", cmp.Or(route.Answer, route.Summary))
		}
		httpkit.TypedHandler(api, op, before(route, s, choices), func(w http.ResponseWriter, r *http.Request, in *In) error {
			answer, err := ask(r.Context(), in)
			if err != nil {
				return err
			}
			return answer(w, r)
		})
	}
}

// before rejects callers without the scope and invalid parameters, then waits for the read models.
func before(route Route, s *Source, choices []choice) func(http.ResponseWriter, *http.Request) (context.Context, error) {
	names := append([]string{Watermark}, route.Fresh...)
	return func(w http.ResponseWriter, r *http.Request) (context.Context, error) {
		ctx := r.Context()
		if route.Scope != 0 {
			if err := identity.FromContext(ctx).Require(route.Scope); err != nil {
				return ctx, err
			}
		}
		if route.Before != nil {
			var err error
			if ctx, err = route.Before(r); err != nil {
				return ctx, err
			}
		}
		if r.URL.RawQuery != "" || len(choices) > 0 {
			q, err := Values(r)
			for i := 0; i < len(choices) && err == nil; i++ {
				err = choices[i].check(q)
			}
			if err != nil {
				return ctx, err
			}
		}
		if s == nil {
			return ctx, nil
		}
		return ctx, s.fresh(w, r, names)
	}
}
