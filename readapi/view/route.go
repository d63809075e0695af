package view

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Route declares how a query is asked for. What the request carries follows from the query's input (httpkit.Typed).
type Route struct {
	Path    string   // with its method: "GET /v3/collection/{id}"
	Under   []string // prefixes of the path, such as /v2 and /v3, under each of which the route is mounted
	Summary string   // for the documentation, in Chinese
	Answer  string   // what an answer holds, where the summary does not say it
	// Scope must be held by whoever asks. Zero lets everybody ask, also without an account.
	Scope identity.Scopes
	Fresh []string // the read models that the answer is read from, beside the catalogue
	// Responses document an answer that is no JSON.
	Responses map[string]*huma.Response
}

// Query mounts a query that answers with a value. The caller's scope is looked at first, before the body is read; then
// the read models reach the position that the caller has seen. s is nil where no read model is read.
func Query[In, Out any](api *httpkit.API, s *Source, route Route, ask func(context.Context, *In) (Out, error)) {
	Stored[Out](api, s, route, func(ctx context.Context, in *In) (Answer, error) {
		v, err := ask(ctx, in)
		if err != nil {
			return nil, err
		}
		return JSONOf(v), nil
	})
}

// Stored is Query for an answer that is written from stored JSON, which says an Out.
func Stored[Out, In any](api *httpkit.API, s *Source, route Route, ask func(context.Context, *In) (Answer, error)) {
	prefixes := route.Under
	if prefixes == nil {
		prefixes = []string{""}
	}
	method, path, _ := strings.Cut(route.Path, " ")
	for _, prefix := range prefixes {
		responses := route.Responses
		if responses == nil {
			responses = httpkit.JSONResponses[Out](api.Huma, "200", cmp.Or(route.Answer, route.Summary))
		}
		choices := choicesOf(reflect.TypeFor[In]())
		op := huma.Operation{Method: method, Path: prefix + path, Summary: route.Summary, Responses: responses}
		httpkit.TypedHandler(api, op, route.before(s, choices), func(w http.ResponseWriter, r *http.Request, in *In) error {
			answer, err := ask(r.Context(), in)
			if err != nil {
				return err
			}
			return answer(w, r)
		})
	}
}

// before rejects who may not ask and parameters that cannot be read, then waits for the read models.
func (route Route) before(s *Source, choices []choice) func(http.ResponseWriter, *http.Request) (context.Context, error) {
	names := append([]string{Watermark}, route.Fresh...)
	return func(w http.ResponseWriter, r *http.Request) (context.Context, error) {
		ctx := r.Context()
		if route.Scope != 0 {
			if err := identity.FromContext(ctx).Require(route.Scope); err != nil {
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
