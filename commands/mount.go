package commands

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Route declares the route of a command.
type Route = identity.Route

type nothing struct {
	Position uint64 `header:"Log-Position" doc:"此操作在日志中的位置"`
}

type answered[Out any] struct {
	Position uint64 `header:"Log-Position" doc:"此操作在日志中的位置"`
	Body     Out
}

// Mount mounts a command without an answer body: 204. The caller must be signed in and hold the scope, which is checked
// before the body is read. The body is decoded once; do decides, and is called again after a conflict.
func Mount[In any](api *httpkit.API, h *Handler, route Route, do func(context.Context, *Tx, *In) error) {
	MountRequest(api, route, func(ctx context.Context, req Request, in *In) (Outcome, error) {
		return h.Handle(ctx, req, func(ctx context.Context, tx *Tx) error { return do(ctx, tx, in) })
	})
}

// MountRequest is Mount for a command that does more than decide, before or after the decision.
func MountRequest[In any](api *httpkit.API, route Route, do func(context.Context, Request, *In) (Outcome, error)) {
	for _, op := range operations(route) {
		httpkit.Typed(api, op, asked(route), func(ctx context.Context, in *In) (*nothing, error) {
			outcome, err := do(ctx, requestOf(ctx), in)
			if err != nil {
				return nil, err
			}
			return &nothing{uint64(outcome.Position)}, nil
		})
	}
}

// MountAnswer is Mount for a command that answers with a document: 200. If the request was handled before, the answer
// is made again from the current state: do is called, and its decisions are discarded (Tx.Repeated).
func MountAnswer[In, Out any](api *httpkit.API, h *Handler, route Route, do func(context.Context, *Tx, *In) (Out, error)) {
	for _, op := range operations(route) {
		httpkit.Typed(api, op, asked(route), func(ctx context.Context, in *In) (*answered[Out], error) {
			req := requestOf(ctx)
			req.answers = true
			var out Out
			outcome, err := h.Handle(ctx, req, func(ctx context.Context, tx *Tx) (err error) {
				out, err = do(ctx, tx, in)
				return err
			})
			if err != nil {
				return nil, err
			}
			return &answered[Out]{uint64(outcome.Position), out}, nil
		})
	}
}

// MountAnswerRequest is MountAnswer for a command that does more than decide, before or after the decision. It also makes
// the answer to a repeated request.
func MountAnswerRequest[In, Out any](api *httpkit.API, route Route, do func(context.Context, Request, *In) (Out, Outcome, error)) {
	for _, op := range operations(route) {
		httpkit.Typed(api, op, asked(route), func(ctx context.Context, in *In) (*answered[Out], error) {
			out, outcome, err := do(ctx, requestOf(ctx), in)
			if err != nil {
				return nil, err
			}
			return &answered[Out]{uint64(outcome.Position), out}, nil
		})
	}
}

// Ask mounts a query that belongs to a command, such as whether it would be rejected: 200, not cached for other
// callers.
func Ask[In, Out any](api *httpkit.API, route Route, do func(context.Context, Request, *In) (Out, error)) {
	for _, op := range route.Operations() { // a query needs no idempotency key
		httpkit.Typed(api, op, asked(route), func(ctx context.Context, in *In) (*uncached[Out], error) {
			out, err := do(ctx, requestOf(ctx), in)
			if err != nil {
				return nil, err
			}
			return &uncached[Out]{"no-store", out}, nil
		})
	}
}

type uncached[Out any] struct {
	Cache string `header:"Cache-Control"`
	Body  Out
}

// MountRaw mounts a command whose request or answer is not JSON; op documents it beside the route. The caller is
// checked before h is called.
func MountRaw(api *httpkit.API, route Route, documented huma.Operation, h func(http.ResponseWriter, *http.Request, Request) error) {
	for _, op := range operations(route) {
		op.Parameters = append(op.Parameters, documented.Parameters...)
		op.Description, op.RequestBody, op.Responses = documented.Description, documented.RequestBody, documented.Responses
		if op.Responses == nil {
			op.Responses = httpkit.NoContentResponses()
		}
		handle := func(w http.ResponseWriter, r *http.Request) error {
			ctx, err := asked(route)(r)
			if err != nil {
				return err
			}
			return h(w, r.WithContext(ctx), requestOf(ctx))
		}
		if route.MaxTime > 0 {
			handle = httpkit.Timeout(route.MaxTime, handle)
		}
		api.Raw(op, handle)
	}
}

// operations are those of a route, with the header that names a request.
func operations(r Route) []huma.Operation {
	ops := r.Operations()
	for i := range ops {
		ops[i].Parameters = []*huma.Param{{
			Name: HeaderIdempotencyKey, In: "header", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "此次请求的名称：以同一名称再次发送时不会重复执行，保留 7 天",
		}}
	}
	return ops
}

type requestKey struct{}

// asked checks the caller, and puts what the command needs of its request into the context.
func asked(r Route) func(*http.Request) (context.Context, error) {
	return func(req *http.Request) (context.Context, error) {
		caller := identity.FromContext(req.Context())
		if r.Scope == 0 {
			if err := caller.Admit(); err != nil {
				return nil, err
			}
			caller = identity.Caller{}
		} else {
			if r.Silent {
				caller.Suspended = nil
			}
			if err := caller.Refused(r.Scope); err != nil && caller.SignedIn() {
				return nil, err
			}
			if err := caller.Require(r.Scope); err != nil && (!caller.SignedIn() || caller.Scopes&r.Else == 0) {
				return nil, err
			}
		}
		request, err := NewRequest(req, caller)
		if err != nil {
			return nil, err
		}
		ctx := req.Context()
		if r.Before != nil {
			if ctx, err = r.Before(req); err != nil {
				return nil, err
			}
		}
		return context.WithValue(ctx, requestKey{}, request), nil
	}
}

func requestOf(ctx context.Context) Request {
	request, _ := ctx.Value(requestKey{}).(Request)
	return request
}

// WritePosition sends the client the log position of its command.
func WritePosition(w http.ResponseWriter, p eventlog.Position) {
	w.Header().Set(HeaderLogPosition, strconv.FormatUint(uint64(p), 10))
}

// Done answers a command without an answer body: 204 with its log position.
func Done(w http.ResponseWriter, outcome Outcome) error {
	WritePosition(w, outcome.Position)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
