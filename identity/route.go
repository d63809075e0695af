package identity

import (
	"context"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// maxBody is the maximum size in bytes of a request to a route of this package.
const maxBody = 64 << 10

// mount mounts a route. The order is: check the caller's scope, the type and the name of the request, decode its body,
// call do. A repeated named request is answered by again, which receives the result of the first one. If again is nil,
// GET requests have no name, and requests that write are executed again: see named.go.
func mount[In, Out any](api *httpkit.API, s *Service, r Route, do func(context.Context, *In) (*Out, error),
	again func(ctx context.Context, in *In, made string) (*Out, error),
) {
	_, withBody := reflect.TypeFor[In]().FieldByName("Body")
	r.MaxBody = maxBody
	if r.Answer != "" {
		r.Responses = map[string]*huma.Response{"200": {Description: r.Answer}}
	}
	for _, op := range operations(r) {
		before := func(req *http.Request) (context.Context, error) { return s.asked(req, r.Scope, withBody, again == nil) }
		httpkit.Typed(api, op, before, func(ctx context.Context, in *In) (*Out, error) {
			if again == nil {
				return do(ctx, in)
			}
			return idempotency.Once(ctx, func() (*Out, error) { return do(ctx, in) }, func(made string) (*Out, error) { return again(ctx, in, made) })
		})
	}
}

// operations also mounts a route under /v2 or /v3/oauth under /_internal, undocumented.
func operations(r Route) []huma.Operation {
	ops := r.Operations()
	op := ops[0]
	rest, public := strings.CutPrefix(op.Path, "/v2")
	if strings.HasPrefix(op.Path, oauthPrefixes[0]+"/") {
		rest, public = strings.CutPrefix(op.Path, "/v3")
	}
	if !public {
		return ops
	}
	op.Path, op.Hidden = "/_internal"+rest, true
	return append(ops, op)
}

type requestKey struct{}

// asked rejects callers without the scope before anything else of a request is checked, then reads its name. A body
// must be declared as JSON: a form on another site cannot do this, and so cannot sign a user in to another account.
func (s *Service) asked(r *http.Request, scope Scopes, withBody, anew bool) (context.Context, error) {
	caller := FromContext(r.Context())
	if scope != 0 {
		if err := caller.Require(scope); err != nil {
			return nil, err
		}
	}
	if !changesNothing(r) && !isRefresh(r) {
		if err := caller.Admit(); err != nil {
			return nil, err
		}
	}
	if withBody {
		if err := isJSON(r); err != nil {
			return nil, err
		}
	}
	ctx := r.Context()
	if r.Method != http.MethodGet {
		var err error
		if ctx, err = s.requests.Named(r); err != nil {
			return nil, err
		}
		if anew {
			idempotency.Anew(ctx)
		}
		ctx = s.Caused(ctx, "", idempotency.Read(r).Hash(s.requestKey))
	}
	return context.WithValue(ctx, requestKey{}, r), nil
}

// requestOf returns the request of a handler's context.
func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

func (s *Service) origin(ctx context.Context, proof string) Origin {
	r := requestOf(ctx)
	return Origin{Address: httpkit.ClientAddress(r, s.opts.TrustedProxies), UserAgent: r.UserAgent(), Proof: proof, Devices: cookieValue(r, s.cookieName(CookieDevice))}
}

// returning is the origin of a sign-in, which also cancels the leaving of its account if returns is true.
func (s *Service) returning(ctx context.Context, proof string, returns bool) Origin {
	from := s.origin(ctx, proof)
	from.Returns = returns
	return from
}

func isJSON(r *http.Request) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errNotJSON
	}
	return nil
}

// The inputs of routes.
type (
	nothing     struct{}
	body[T any] struct{ Body T }
	byID        struct {
		ID string `path:"id"`
	}
	edit[T any] struct {
		ID   string `path:"id"`
		Body T
	}
)

// answered is an answer for the caller only, which no cache may store.
type answered[T any] struct {
	Cache string `header:"Cache-Control"`
	Body  T
}

// private answers with the result of do.
func private[In, T any](do func(context.Context, *In) (T, error)) func(context.Context, *In) (*answered[T], error) {
	return func(ctx context.Context, in *In) (*answered[T], error) {
		v, err := do(ctx, in)
		return &answered[T]{"no-store", v}, err
	}
}

// begun is an answer with the cookies of a session.
type begun[T any] struct {
	Cache   string   `header:"Cache-Control"`
	Cookies []string `header:"Set-Cookie"`
	Body    T
}

// Answers without content: 204.
type (
	done    struct{}
	cleared struct { // deletes the cookies of a session if it has ended
		Cookies []string `header:"Set-Cookie"`
	}
	changed struct { // answers a change of an account; Position is its log position
		Position *uint64  `header:"Log-Position"`
		Cookies  []string `header:"Set-Cookie"`
	}
)

// quiet answers 204 after do has succeeded.
func quiet[In any](do func(context.Context, *In) error) func(context.Context, *In) (*done, error) {
	return func(ctx context.Context, in *In) (*done, error) { return &done{}, do(ctx, in) }
}

// changed answers with the position at which the changed account can be read.
func (s *Service) changed(ctx context.Context, change eventlog.Position, cookies ...string) *changed {
	d := &changed{Cookies: cookies}
	if position := uint64(s.Announced(ctx, change)); position > 0 {
		d.Position = &position
	}
	return d
}
