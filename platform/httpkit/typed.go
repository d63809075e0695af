package httpkit

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Typed documents and mounts an operation by the Go types of its input and output: parameters are fields of In tagged
// path, query or header, the JSON of the request is its field Body; headers of the answer are fields of Out tagged
// header, its JSON the field Body. The texts of rejections are those of UnmarshalJSON; the rule that reads a value also
// validates it, so that every client gets the same rejection. op.MaxBodyBytes, if set, replaces the API's body limit.
// before, if not nil, may reject a request before its body is read, and returns the context for the handler.
func Typed[In, Out any](a *API, op huma.Operation, before func(*http.Request) (context.Context, error), do func(context.Context, *In) (*Out, error)) {
	if _, content := reflect.TypeFor[Out]().FieldByName("Body"); !content && op.Responses == nil {
		op.Responses = NoContentResponses()
	}
	op = typed[In](a, op, func(_ http.ResponseWriter, r *http.Request) (context.Context, error) {
		if before == nil {
			return r.Context(), nil
		}
		return before(r)
	})
	allowNullIn[Out](a)
	huma.Register(anyContentType{a.Huma}, op, do)
}

// Lean documents an operation as Typed does, with the parameters of an In, and answers 204 or the error of do, which reads the parameters
// itself. It is for a route that programs call thousands of times a second: reading them by reflection costs more than to record a hit.
func Lean[In any](a *API, op huma.Operation, do func(*http.Request) error) {
	limit := op.MaxBodyBytes
	op.MaxBodyBytes, op.SkipValidateBody, op.SkipValidateParams, op.Responses = -1, true, true, NoContentResponses()
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, _ func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		err := limitBody(r, limit)
		if err == nil {
			err = do(r)
		}
		if err != nil {
			WriteError(w, r, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	a.complete(&op)
	huma.Register(anyContentType{a.Huma}, op, func(context.Context, *In) (*struct{}, error) {
		return nil, errors.New("the operation is answered before its parameters are read")
	})
}

// TypedHandler is Typed for an operation whose handler writes the answer: op.Responses documents it.
func TypedHandler[In any](a *API, op huma.Operation, before func(http.ResponseWriter, *http.Request) (context.Context, error), do func(http.ResponseWriter, *http.Request, *In) error) {
	huma.Register(anyContentType{a.Huma}, typed[In](a, op, before), func(_ context.Context, in *In) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			r, w := humago.Unwrap(ctx)
			if err := do(w, r.WithContext(ctx.Context()), in); err != nil {
				WriteError(w, r, err)
			}
		}}, nil
	})
}

// typed completes an operation whose input is an In.
func typed[In any](a *API, op huma.Operation, before func(http.ResponseWriter, *http.Request) (context.Context, error)) huma.Operation {
	limit := op.MaxBodyBytes
	body, hasBody := reflect.TypeFor[In]().FieldByName("Body")
	op.MaxBodyBytes, op.BodyReadTimeout = -1, -1 // the kit bounds both for every route
	op.SkipValidateBody, op.SkipValidateParams = true, true
	if hasBody {
		op.Metadata = map[string]any{metaBody: body.Type}
	}
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		err := limitBody(r, limit)
		if err == nil {
			var inner context.Context
			if inner, err = before(w, r); err == nil {
				ctx = huma.WithContext(ctx, inner)
			}
		}
		if err == nil && hasBody && r.Method != http.MethodGet {
			err = checkBody(r, body.Type)
		}
		if err != nil {
			WriteError(w, r, err)
			return
		}
		next(ctx)
	})
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	a.complete(&op)
	allowNullIn[In](a)
	return op
}

// allowNullIn documents the pointers in the field Body of T as nullable.
func allowNullIn[T any](a *API) {
	registry := a.Huma.OpenAPI().Components.Schemas
	if body, ok := reflect.TypeFor[T]().FieldByName("Body"); ok {
		AllowNull(registry, body.Type, registry.Schema(body.Type, true, body.Type.Name()))
	}
}

// anyContentType reads every body as JSON: not all clients of this API family set Content-Type.
type anyContentType struct{ huma.API }

// Unmarshal reads a body.
func (anyContentType) Unmarshal(_ string, data []byte, v any) error { return UnmarshalJSON(data, v) }
