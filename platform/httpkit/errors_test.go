package httpkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/httpkit"
)

func TestFaultsAreAnsweredByTheirKind(t *testing.T) {
	kinds := map[string]int{
		httpkit.KindInvalid: 400, httpkit.KindUnauthorized: 401, httpkit.KindForbidden: 401, httpkit.KindNotFound: 404,
		httpkit.KindConflict: 409, httpkit.KindTooLarge: 413, httpkit.KindRateLimited: 429, httpkit.KindUnavailable: 503,
		httpkit.KindGone: 410,
	}
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/raw/{kind}"), func(_ http.ResponseWriter, r *http.Request) error {
			return fmt.Errorf("wrapped: %w", httpkit.Fault(r.PathValue("kind"), "some_code", "说明"))
		})
		type in struct {
			Kind string `path:"kind"`
		}
		httpkit.Typed(api, op("GET", "/v2/typed/{kind}"), nil, func(_ context.Context, i *in) (*struct{}, error) {
			return nil, fmt.Errorf("wrapped: %w", httpkit.Fault(i.Kind, "some_code", "说明"))
		})
	})
	for kind, status := range kinds {
		for _, way := range []string{"raw", "typed"} {
			got := send(t, "GET", s.URL+"/v2/"+way+"/"+kind, "")
			wantFault(t, got, status, "some_code")
			if again := got.header.Get("Retry-After"); (again != "") != (status == http.StatusServiceUnavailable) {
				t.Errorf("%s, %s: Retry-After %q", way, kind, again)
			}
		}
	}
}

func TestUnknownErrorsAreAnsweredNeutrallyAndLoggedWithTheRequestID(t *testing.T) {
	for _, way := range []string{"raw", "typed", "panic"} {
		var log bytes.Buffer
		s := serve(t, httpkit.Options{Logger: slog.New(slog.NewJSONHandler(&log, nil))}, func(api *httpkit.API) {
			api.Raw(op("GET", "/v2/raw"), func(http.ResponseWriter, *http.Request) error { return errors.New("secret detail") })
			httpkit.Typed(api, op("GET", "/v2/typed"), nil, func(context.Context, *struct{}) (*struct{}, error) {
				return nil, errors.New("secret detail")
			})
			api.Raw(op("GET", "/v2/panic"), func(http.ResponseWriter, *http.Request) error { panic("secret detail") })
		})
		a := send(t, "GET", s.URL+"/v2/"+way, "", "X-Request-Id", "abcdef-123456")
		wantFault(t, a, 500, "internal_error")
		if strings.Contains(a.body, "secret") {
			t.Errorf("%s: the answer shows an internal error: %s", way, a.body)
		}
		s.Close()
		if got := log.String(); !strings.Contains(got, "secret detail") || !strings.Contains(got, "abcdef-123456") || !strings.Contains(got, `"level":"ERROR"`) {
			t.Errorf("%s: log lacks cause or request id: %s", way, got)
		}
		if way == "panic" && !strings.Contains(log.String(), "errors_test.go") {
			t.Errorf("the log lacks the stack of the panic: %s", log.String())
		}
	}
}

func TestAFailureAfterTheAnswerBeganCutsTheConnection(t *testing.T) {
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/half"), func(w http.ResponseWriter, _ *http.Request) error {
			_, _ = w.Write(bytes.Repeat([]byte("x"), 100_000))
			return errors.New("the source broke")
		})
	})
	res, err := s.Client().Get(s.URL + "/v2/half")
	if err == nil {
		defer func() { _ = res.Body.Close() }()
		_, err = new(bytes.Buffer).ReadFrom(res.Body)
	}
	if err == nil {
		t.Error("the client accepted a truncated answer")
	}
}

func TestUnknownRoutesAndMethodsOfTheAPIAreAnsweredInJSON(t *testing.T) {
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/thing/{id}"), func(w http.ResponseWriter, _ *http.Request) error { return httpkit.NoContent(w) })
		api.Raw(op("PATCH", "/v2/thing/{id}"), func(w http.ResponseWriter, _ *http.Request) error { return httpkit.NoContent(w) })
		api.Mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(299) })
	})
	for _, path := range []string{"/v2/", "/v2/nothing", "/v3/x/y", "/_internal/x", "/v2/thing/1/2"} {
		wantFault(t, send(t, "GET", s.URL+path, ""), 404, "not_found")
		wantFault(t, send(t, "POST", s.URL+path, "{}"), 404, "not_found")
	}
	a := send(t, "DELETE", s.URL+"/v2/thing/1", "")
	wantFault(t, a, 405, "method_not_allowed")
	if odd := send(t, "TRACE", s.URL+"/v2/page", ""); odd.status != 405 || !strings.HasPrefix(odd.header.Get("Allow"), "GET, HEAD, POST") {
		t.Errorf("TRACE: %d, Allow %q", odd.status, odd.header.Get("Allow"))
	}
	if got := a.header.Get("Allow"); got != "GET, HEAD, PATCH" {
		t.Errorf("Allow: %q", got)
	}
	wantFault(t, send(t, "BREW", s.URL+"/v2/thing/1", ""), 405, "method_not_allowed")
	if a := send(t, "GET", s.URL+"/page", ""); a.status != 299 {
		t.Errorf("a page was answered %d", a.status)
	}
}

type thing struct {
	Name  string   `json:"name" minLength:"2" maxLength:"5"`
	Count int      `json:"count,omitempty" minimum:"1"`
	Tags  []string `json:"tags,omitempty" maxItems:"2"`
}

func TestInvalidInputIsRejectedWithAChineseTextThatNamesTheField(t *testing.T) {
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		type in struct {
			Limit int     `query:"limit"`
			Exact bool    `query:"exact"`
			Share float64 `query:"share"`
			Body  thing
		}
		httpkit.Typed(api, op("POST", "/v2/typed"), nil, func(context.Context, *in) (*struct{}, error) { return nil, nil })
		api.Raw(op("POST", "/v2/raw"), func(w http.ResponseWriter, r *http.Request) error {
			var v thing
			data, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			if err := httpkit.UnmarshalJSON(data, &v); err != nil {
				return err
			}
			return httpkit.NoContent(w)
		})
	})
	cases := []struct{ path, body, code, text string }{
		{"/v2/typed", `{"name":3}`, "invalid_input", "字段 name 应为字符串"},
		{"/v2/typed", `{"name":"abc","count":"x"}`, "invalid_input", "字段 count 应为整数"},
		{"/v2/typed", `{"name":"abc","count":1.5}`, "invalid_input", "字段 count 应为整数"},
		{"/v2/typed", `{"name":"abc","tags":"x"}`, "invalid_input", "字段 tags 应为数组"},
		{"/v2/typed", `{"name":"abc","tags":[1]}`, "invalid_input", "字段 tags 应为字符串"},
		{"/v2/typed", `{"name":"abc","future":true}`, "invalid_input", "未知的字段 future"},
		{"/v2/typed", `[]`, "invalid_input", "请求内容 应为对象"},
		{"/v2/typed?limit=x", `{"name":"abc"}`, "invalid_input", "参数 limit 应为整数"},
		{"/v2/typed?exact=x", `{"name":"abc"}`, "invalid_input", "参数 exact 应为布尔值"},
		{"/v2/typed?share=x", `{"name":"abc"}`, "invalid_input", "参数 share 应为数字"},
		{"/v2/typed?limit=x", `{"name":3}`, "invalid_input", "参数 limit 应为整数"},
		{"/v2/typed", `{"name":`, "json_error", "JSON"},
		{"/v2/typed", ``, "invalid_input", "缺少请求内容"},
		{"/v2/typed", "{\"name\":\"a\xffb\"}", "invalid_input", "无效字符"},
		{"/v2/typed", `{"name":"a\u0000b"}`, "invalid_input", "无效字符"},
		{"/v2/raw", `{"name":`, "json_error", "JSON"},
		{"/v2/raw", `{"name":3}`, "invalid_input", "字段 name 应为字符串"},
		{"/v2/raw", `{"tags":"x"}`, "invalid_input", "字段 tags 应为数组"},
		{"/v2/raw", `[]`, "invalid_input", "对象"},
		{"/v2/raw", ``, "invalid_input", "缺少请求内容"},
		{"/v2/raw", "{\"name\":\"a\xffb\"}", "invalid_input", "无效字符"},
		{"/v2/raw", `{"name":"a\u0000b"}`, "invalid_input", "无效字符"},
		{"/v2/raw?x=%ff", `{"name":"abc"}`, "invalid_input", "无效字符"},
		{"/v2/raw?x=%00", `{"name":"abc"}`, "invalid_input", "无效字符"},
	}
	for _, c := range cases {
		a := send(t, "POST", s.URL+c.path, c.body)
		wantFault(t, a, 400, c.code)
		if !strings.Contains(a.body, c.text) {
			t.Errorf("%s %q: %s does not say %q", c.path, c.body, a.body, c.text)
		}
	}
	for path, fine := range map[string]string{"/v2/typed": `{"name":"\\u000"}`, "/v2/raw": `{"name":"\\u000","future":true}`} {
		if a := send(t, "POST", s.URL+path, fine); a.status != 204 {
			t.Errorf("%s refused %s: %d %s", path, fine, a.status, a.body)
		}
	}
}

func TestBodiesAboveTheLimitAreRejectedAndARouteMayChangeIt(t *testing.T) {
	read := func(w http.ResponseWriter, r *http.Request) error {
		var b bytes.Buffer
		if _, err := b.ReadFrom(r.Body); err != nil {
			return fmt.Errorf("read: %w", err)
		}
		return httpkit.WriteJSON(w, 200, b.Len())
	}
	s := serve(t, httpkit.Options{BodyLimit: 1000}, func(api *httpkit.API) {
		api.Raw(op("POST", "/v2/small"), read)
		api.Raw(op("POST", "/v2/large"), httpkit.Limit(5000, read))
		smaller := op("POST", "/v2/smaller")
		smaller.MaxBodyBytes = 10
		api.Raw(smaller, read)
		type in struct{ Body thing }
		httpkit.Typed(api, op("POST", "/v2/typed"), nil, func(context.Context, *in) (*struct{}, error) { return nil, nil })
	})
	x := func(n int) string { return strings.Repeat("x", n) }
	for path, limit := range map[string]int{"/v2/small": 1000, "/v2/large": 5000, "/v2/smaller": 10} {
		if a := send(t, "POST", s.URL+path, x(limit)); a.status != 200 || strings.TrimSpace(a.body) != fmt.Sprint(limit) {
			t.Errorf("%s: a body of exactly the limit: %d %s", path, a.status, a.body)
		}
		wantFault(t, send(t, "POST", s.URL+path, x(limit+1)), 413, "too_large")
		wantFault(t, chunked(t, s, path, x(limit+1)), 413, "too_large")
	}
	wantFault(t, send(t, "POST", s.URL+"/v2/typed", `{"name":"`+x(2000)+`"}`), 413, "too_large")
}

func TestARequestThatTakesTooLongIsAnsweredAndARouteMayTakeLonger(t *testing.T) {
	wait := func(_ http.ResponseWriter, r *http.Request) error {
		<-r.Context().Done()
		return r.Context().Err()
	}
	entered, finish := make(chan struct{}), make(chan struct{})
	work := func(_ http.ResponseWriter, r *http.Request) error {
		entered <- struct{}{}
		select {
		case <-r.Context().Done():
			return r.Context().Err()
		case <-finish:
			return httpkit.Fault(httpkit.KindConflict, "done", "做完了")
		}
	}
	s := serve(t, httpkit.Options{Timeout: 50 * time.Millisecond}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/short"), wait)
		api.Raw(op("GET", "/v2/longer"), httpkit.Timeout(time.Hour, work))
		api.Raw(op("GET", "/v2/endless"), httpkit.Timeout(0, work))
		api.Raw(op("POST", "/v2/short"), wait)
		type in struct{ Body thing }
		httpkit.Typed(api, op("POST", "/v2/typed"), nil, func(ctx context.Context, _ *in) (*struct{}, error) {
			<-ctx.Done()
			return nil, fmt.Errorf("query: %w", ctx.Err())
		})
	})
	wantFault(t, send(t, "GET", s.URL+"/v2/short", ""), 503, "timeout")
	wantFault(t, send(t, "POST", s.URL+"/v2/short", `{"name":"abc"}`), 503, "timeout")
	wantFault(t, send(t, "POST", s.URL+"/v2/typed", `{"name":"abc"}`), 503, "timeout")
	for _, path := range []string{"/v2/longer", "/v2/endless"} {
		go func() {
			<-entered
			wantFault(t, send(t, "GET", s.URL+"/v2/short", ""), 503, "timeout") // it began later and is over
			finish <- struct{}{}
		}()
		wantFault(t, send(t, "GET", s.URL+path, ""), 409, "done")
	}
}

func TestAClosedClientConnectionIsNotLoggedAsAFailure(t *testing.T) {
	var log bytes.Buffer
	entered := make(chan struct{})
	s := serve(t, httpkit.Options{Logger: slog.New(slog.NewJSONHandler(&log, nil))}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/wait"), func(_ http.ResponseWriter, r *http.Request) error {
			close(entered)
			<-r.Context().Done()
			return fmt.Errorf("query: %w", r.Context().Err())
		})
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-entered; cancel() }()
	req, _ := http.NewRequestWithContext(ctx, "GET", s.URL+"/v2/wait", nil)
	if res, err := s.Client().Do(req); err == nil {
		_ = res.Body.Close()
		t.Error("the request was answered")
	}
	s.Close()
	if got := log.String(); !strings.Contains(got, `"status":499`) || strings.Contains(got, "ERROR") {
		t.Errorf("log: %s", got)
	}
}

func TestOnlyTheRejectionOfAValueNamesAField(t *testing.T) {
	refused := fmt.Errorf("read: %w", httpkit.Fault(httpkit.KindInvalid, "wrong_code", "验证码不正确"))
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		for path, err := range map[string]error{
			"/v2/about": httpkit.About("code", refused), "/v2/again": httpkit.About("new", httpkit.About("old", refused)),
			"/v2/denied": httpkit.About("code", httpkit.Forbidden("没有权限")), "/v2/broken": httpkit.About("code", errors.New("broken")),
		} {
			api.Raw(op("GET", path), func(http.ResponseWriter, *http.Request) error { return err })
		}
	})
	for path, want := range map[string][3]string{
		"/v2/about": {"wrong_code", "code", "400"}, "/v2/again": {"wrong_code", "new", "400"},
		"/v2/denied": {"unauthorized", "", "401"}, "/v2/broken": {"internal_error", "", "500"},
	} {
		a := send(t, "GET", s.URL+path, "")
		var body struct{ Error, Field string }
		if err := json.Unmarshal([]byte(a.body), &body); err != nil || body.Error != want[0] || body.Field != want[1] || strconv.Itoa(a.status) != want[2] {
			t.Errorf("%s: %d %s, want %v", path, a.status, a.body, want)
		}
	}
}
