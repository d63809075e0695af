package httpkit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/correlation"
)

// Handler is the API with its middleware stack. Call it once, after all routes are registered.
func (a *API) Handler() http.Handler {
	o := a.options
	limiter := newLimiter(o)
	inner := limiter.wrap(a.dispatch())
	for _, m := range slices.Backward(a.middlewares) {
		inner = m(inner)
	}
	served := recovering(inner)
	compressed := compressing(served)
	head := newSecurityHeaders(o)
	bodies := newCompressedBodies()
	watch := newObserver(o)
	family := map[string]bool{}
	for _, name := range o.FamilyMembers {
		family[name] = true
	}

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{id: requestID(r), start: time.Now(), family: family, unready: o.Unready}
		x.w = recorder{ResponseWriter: w, raw: w}

		h := w.Header()
		h["X-Request-Id"] = []string{x.id}
		head.set(h)
		if misdirected(o, w, r) {
			return
		}
		isAPI := isAPIPath(r.URL.Path)
		if isAPI && cors(w, r) {
			return
		}

		ctx, span := o.Tracer.Request(r.Context(), x.id)
		ctx, cancel := context.WithCancelCause(correlation.With(context.WithValue(ctx, exchangeKey{}, x), x.id))
		x.timer = time.AfterFunc(o.Timeout, func() { cancel(context.DeadlineExceeded) })
		watch.begin()
		defer func() {
			x.timer.Stop()
			cancel(nil)
			watch.done(r, x, isAPI)
			traced(span, r, x, isAPI)
		}()
		r = r.WithContext(ctx)
		if r.Body != nil && r.Body != http.NoBody {
			x.body = &limitedBody{ReadCloser: r.Body, limit: o.BodyLimit, declared: r.ContentLength}
			r.Body = x.body
			x.setReadDeadline(o.Timeout)
		}
		if limiter.rejectsGuesser(&x.w, r, isAPI) {
			return
		}
		if compressible(o, r) {
			x.bodies = bodies
			compressed.ServeHTTP(w, r)
		} else {
			served.ServeHTTP(&x.w, r)
		}
		limiter.chargeRejection(r, x, isAPI)
	})
}

// dispatch calls the mux and records the matched route.
func (a *API) dispatch() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(methods[:], r.Method) {
			w.Header().Set("Allow", strings.Join(methods[:], ", "))
			writeBody(w, newBody(http.StatusMethodNotAllowed, CodeMethodNotAllowed, "不支持的请求方法"))
			return
		}
		r = withoutSlash(r)
		defer func() {
			if x := exchangeFrom(r.Context()); x != nil {
				x.pattern = r.Pattern
			}
		}()
		if err := refuse(r); err != nil {
			WriteError(w, r, err)
			return
		}
		a.Mux.ServeHTTP(w, r)
	})
}

// withoutSlash is a request of the API whose path does not end with a slash: clients join addresses in different ways,
// and a redirect would lose the body of a request.
func withoutSlash(r *http.Request) *http.Request {
	path := r.URL.Path
	if !isAPIPath(path) || !strings.HasSuffix(path, "/") || slices.Contains(apiPrefixes[:], path) {
		return r
	}
	u := *r.URL
	u.Path, u.RawPath = strings.TrimRight(path, "/"), strings.TrimRight(u.RawPath, "/")
	plain := *r
	plain.URL = &u
	return &plain
}

// recovering turns a panic into a 500 and logs its stack. It also puts the recorder above compression.
func recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchangeFrom(r.Context())
		if w != http.ResponseWriter(&x.w) {
			x.w.ResponseWriter = w
		}
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(v)
			}
			x.failure = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			if x.w.status != 0 {
				panic(http.ErrAbortHandler)
			}
			writeBody(&x.w, newBody(http.StatusInternalServerError, CodeInternal, textInternal))
		}()
		next.ServeHTTP(&x.w, r)
		if x.w.status == 0 && errors.Is(context.Cause(r.Context()), context.DeadlineExceeded) {
			WriteError(&x.w, r, context.DeadlineExceeded)
		}
	})
}

// refuse rejects text that is not UTF-8 or contains a NUL, which neither a database nor a page can store.
func refuse(r *http.Request) error {
	if !isAPIPath(r.URL.Path) {
		return nil
	}
	if !validText(r.URL.Path) {
		return Invalid("", "请求地址含有无效字符")
	}
	if q := r.URL.RawQuery; q != "" && !validQuery(q) {
		return Invalid("", "请求参数含有无效字符")
	}
	return nil
}

func isAPIPath(path string) bool {
	return slices.ContainsFunc(apiPrefixes[:], func(prefix string) bool { return strings.HasPrefix(path, prefix) }) || strings.HasPrefix(path, apiFirst)
}
