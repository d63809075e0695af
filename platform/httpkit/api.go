package httpkit

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// API is the program's HTTP interface: a mux, its documentation, and the middleware stack around both. Register every
// route before calling Handler, each with its method ("GET /data/"): without a method it would overlap with the kit's
// routes for unknown addresses, and the mux would panic.
type API struct {
	Huma huma.API
	Mux  *http.ServeMux

	options     Options
	middlewares []func(http.Handler) http.Handler
	spec        *specification
	mounted     []huma.Operation
}

// humaErrors guards huma's package variables: huma builds every error body through them and has no setting for one
// API. The functions are stateless, so all APIs of a process can share them.
var humaErrors sync.Once

// New makes an API that serves /openapi.json and /docs and answers unknown routes below the API's prefixes with a
// JSON error.
func New(o Options) *API {
	humaErrors.Do(func() {
		huma.NewError = func(status int, _ string, _ ...error) huma.StatusError { return &ErrorBody{status: status} } // only its type is used
		huma.NewErrorWithContext = humaError
	})
	o = o.withDefaults()
	a := &API{Mux: http.NewServeMux(), options: o}
	a.Huma = humago.New(a.Mux, humaConfig(o))
	a.spec = &specification{api: a}
	a.Mux.HandleFunc("GET /openapi.json", a.spec.serveJSON)
	a.Mux.HandleFunc("GET /docs", a.spec.serveDocs)
	for _, prefix := range apiPrefixes {
		for _, method := range methods {
			if method != http.MethodHead { // GET covers it
				a.Mux.HandleFunc(method+" "+prefix, a.unknownRoute)
			}
		}
	}
	for _, method := range methods {
		if method != http.MethodHead {
			a.Mux.HandleFunc(method+" "+apiFirst, goneAPI)
		}
	}
	return a
}

// apiFirst is the prefix of the first version of the API family, which was never served here.
const apiFirst = "/api/v1/"

func goneAPI(w http.ResponseWriter, _ *http.Request) {
	writeBody(w, newBody(http.StatusGone, "api_deprecated", "此版本的接口已停用，请使用 /v2 或 /v3"))
}

// Operations are the mounted operations, also those that the documentation leaves out.
func (a *API) Operations() []huma.Operation { return a.mounted }

// Use adds a middleware between the kit's own stack and the mux. The first one added is the outermost. The rate limit
// runs after all of them, because it needs the caller.
func (a *API) Use(m func(http.Handler) http.Handler) { a.middlewares = append(a.middlewares, m) }

// Raw documents op and mounts h at its method and path. WriteError renders an error that h returns. op.MaxBodyBytes,
// if set, replaces the API's body limit. Undescribed path parameters are documented as strings, and an operation
// without responses as answering JSON.
func (a *API) Raw(op huma.Operation, h Handler) {
	pattern := op.Method + " " + op.Path
	describePath(&op)
	a.complete(&op)
	if !op.Hidden {
		a.Huma.OpenAPI().AddOperation(&op)
	}
	if op.MaxBodyBytes > 0 {
		h = Limit(op.MaxBodyBytes, h)
	}
	a.Mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			WriteError(w, r, err)
		}
	})
}

// unknownRoute distinguishes an unknown path from an unsupported method.
func (a *API) unknownRoute(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	probe := r.Clone(r.Context())
	for _, method := range methods {
		probe.Method = method
		if _, pattern := a.Mux.Handler(probe); !isFallback(pattern) {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		writeBody(w, newBody(http.StatusNotFound, CodeNotFound, textNotFound))
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	writeBody(w, newBody(http.StatusMethodNotAllowed, CodeMethodNotAllowed, "此地址不支持 "+r.Method+" 请求"))
}

func isFallback(pattern string) bool {
	path := pattern[strings.IndexByte(pattern, ' ')+1:]
	return path == "" || path == "/" || slices.Contains(apiPrefixes[:], path)
}
