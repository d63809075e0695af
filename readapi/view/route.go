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

// Route declares the HTTP route of a query. The parameters follow from the query's input (httpkit.Typed).
type Route struct {
	Path    string   // with the method: "GET /v3/collection/{id}"
	Under   []string // path prefixes, such as /v2 and /v3; the route is mounted under each
	Summary string   // for the documentation, in Chinese
	Answer  string   // what the answer contains, where the summary does not say it
	// Scope is required of the caller. Zero admits every caller, also anonymous ones.
	Scope identity.Scopes
	Fresh []string // the read models of the answer, beside the catalogue
	// MaxBody bounds the body of a request, in bytes. Zero keeps the API's bound.
	MaxBody int64
	// Caller adds to the context of a request what the query needs to know about it; nil: nothing.
	Caller func(*http.Request) context.Context
	// Responses document an answer that is not JSON.
	Responses map[string]*huma.Response
}

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
		op := huma.Operation{Method: method, Path: prefix + path, Summary: route.Summary, MaxBodyBytes: route.MaxBody, Responses: responses}
		httpkit.TypedHandler(api, op, route.before(s, choices), func(w http.ResponseWriter, r *http.Request, in *In) error {
			answer, err := ask(r.Context(), in)
			if err != nil {
				return err
			}
			return answer(w, r)
		})
	}
}

// before rejects callers without the scope and invalid parameters, then waits for the read models.
func (route Route) before(s *Source, choices []choice) func(http.ResponseWriter, *http.Request) (context.Context, error) {
	names := append([]string{Watermark}, route.Fresh...)
	return func(w http.ResponseWriter, r *http.Request) (context.Context, error) {
		ctx := r.Context()
		if route.Caller != nil {
			ctx = route.Caller(r)
		}
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
