package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
)

// mounted serves routes to callers with the given scopes; the header Who names the account.
func mounted(scopes identity.Scopes, mount func(*httpkit.API)) http.Handler {
	api := httpkit.New(httpkit.Options{})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		who := r.Header.Get("Who")
		return identity.Caller{Account: who, Kind: identity.KindPAT, Scopes: scopes}
	}))
	mount(api)
	return api.Handler()
}

// unread is a body that counts how often it is read.
type unread struct{ reads int }

func (u *unread) Read([]byte) (int, error) {
	u.reads++
	return 0, io.EOF
}

// send sends a request. Headers come in pairs.
func send(site http.Handler, method, path string, body io.Reader, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, body)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	return w
}

// countInput counts how often it is decoded from JSON.
type countInput struct {
	By      int `json:"by"`
	decoded int
}

func (c *countInput) UnmarshalJSON(data []byte) error {
	type plain countInput
	c.decoded++
	return json.Unmarshal(data, (*plain)(c))
}

type countCommand struct {
	ID   string `path:"id"`
	Body countInput
}

var countRoute = commands.Route{Path: "POST /v3/counter/{id}", Summary: "计数", Scope: identity.ScopeUserWrite}

func TestAMountedCommandRejectsItsCallerBeforeItReadsTheBody(t *testing.T) {
	for name, c := range map[string]struct {
		scopes identity.Scopes
		who    string
		body   string // the body is read for the hash of the request
	}{
		"anonymous":                          {identity.AllScopes, "", "application/json"},
		"a token without the scope":          {identity.ScopeUserRead, "ann", "application/json"},
		"a picture from an anonymous caller": {identity.AllScopes, "", "image/png"},
	} {
		h, log := setUp(t, 0)
		site := mounted(c.scopes, func(api *httpkit.API) {
			commands.Mount(api, h, countRoute, func(context.Context, *commands.Tx, *countCommand) error {
				t.Error(name, "decided")
				return nil
			})
			raw := commands.Route{Path: "PUT /v3/counter/{id}", Summary: "计数", Scope: identity.ScopeUserWrite}
			commands.MountRaw(api, raw, huma.Operation{}, func(http.ResponseWriter, *http.Request, commands.Request) error {
				t.Error(name, "handled")
				return nil
			})
		})
		for _, method := range []string{"POST", "PUT"} {
			body := &unread{}
			w := send(site, method, "/v3/counter/1", body, "Who", c.who, "Content-Type", c.body)
			if w.Code != http.StatusUnauthorized || body.reads != 0 {
				t.Errorf("%s %s: %d after %d reads of the body", name, method, w.Code, body.reads)
			}
		}
		if head, _ := log.Head(t.Context()); head != 0 {
			t.Error(name, head)
		}
	}
}

func TestABodyIsDecodedOnceAlthoughTheDecisionIsRetried(t *testing.T) {
	h, _ := setUp(t, 3)
	var decided, decoded int
	site := mounted(identity.AllScopes, func(api *httpkit.API) {
		commands.Mount(api, h, countRoute, func(ctx context.Context, tx *commands.Tx, in *countCommand) error {
			decided++
			decoded = in.Body.decoded
			c, err := counters("counter").Get(ctx, tx, in.ID)
			if err != nil {
				return err
			}
			return c.Do(counting{By: in.Body.By})
		})
	})
	w := send(site, "POST", "/v3/counter/1", strings.NewReader(`{"by": 2}`), "Who", "ann")
	if w.Code != http.StatusNoContent || w.Header().Get("Log-Position") != "4" || decided != 4 || decoded != 1 {
		t.Fatal(w, decided, decoded)
	}
}

func TestARepeatedRequestIsAnsweredFromTheCurrentState(t *testing.T) {
	h, log := setUp(t, 0)
	site := mounted(identity.AllScopes, func(api *httpkit.API) {
		commands.MountAnswer(api, h, countRoute, func(ctx context.Context, tx *commands.Tx, in *countCommand) (map[string]int, error) {
			c, err := counters("counter").Get(ctx, tx, in.ID)
			if err != nil {
				return nil, err
			}
			err = c.Do(counting{By: in.Body.By, Most: 3})
			return map[string]int{"sum": c.State()}, err
		})
	})
	ask := func(key string) *httptest.ResponseRecorder {
		return send(site, "POST", "/v3/counter/1", strings.NewReader(`{"by": 2}`), "Who", "ann", "Idempotency-Key", key)
	}
	for n, want := range []string{`{"sum":2}`, `{"sum":2}`} {
		w := ask("first")
		if got := strings.TrimSpace(w.Body.String()); w.Code != http.StatusOK || got != want || w.Header().Get("Log-Position") != "1" {
			t.Fatal(n, w.Code, w.Header(), got)
		}
	}
	if w := ask("second"); w.Code == http.StatusOK {
		t.Fatal("another request was treated as the first one:", w)
	}
	if _, err := h.Handle(t.Context(), commands.Request{Command: "later"}, late); err != nil {
		t.Fatal(err)
	}
	if w := ask("first"); w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != `{"sum":3}` {
		t.Fatal(w.Code, w.Body)
	}
	if head, _ := log.Head(t.Context()); head != 2 {
		t.Fatal(head)
	}
}

func TestTheErrorForAValueOfAWrongTypeNamesItsField(t *testing.T) {
	type plain struct {
		Body struct {
			By   int `json:"by"`
			More struct {
				Names []string `json:"names"`
			} `json:"more"`
			Weight commands.Weight `json:"payouts_split"`
		}
	}
	h, _ := setUp(t, 0)
	site := mounted(identity.AllScopes, func(api *httpkit.API) {
		commands.Mount(api, h, countRoute, func(context.Context, *commands.Tx, *plain) error { return errors.New("decided") })
		rule := commands.Route{Path: "PUT /v3/counter/{id}", Summary: "计数", Scope: identity.ScopeUserWrite}
		commands.Mount(api, h, rule, func(context.Context, *commands.Tx, *plain) error { return fault.Invalid("by", "不行。") })
	})
	for _, c := range []struct{ method, body, field string }{
		{"POST", `{"by": "two"}`, "by"},
		{"POST", `{"more": {"names": 3}}`, "more.names"},
		{"POST", `{"payouts_split": 0.005}`, "payouts_split"},
		{"PUT", `{}`, "by"},
	} {
		w := send(site, c.method, "/v3/counter/1", strings.NewReader(c.body), "Who", "ann")
		var refusal struct{ Error, Description, Field string }
		if err := json.Unmarshal(w.Body.Bytes(), &refusal); err != nil {
			t.Fatal(err)
		}
		if w.Code != http.StatusBadRequest || refusal.Field != c.field || refusal.Error == "" || refusal.Description == "" {
			t.Errorf("%s: %d %s", c.body, w.Code, w.Body)
		}
	}
}

func TestARouteUnderSeveralPrefixesIsDocumentedUnderEachWithItsKey(t *testing.T) {
	h, _ := setUp(t, 0)
	api := httpkit.New(httpkit.Options{})
	route := commands.Route{Path: "POST /counter/{id}", Under: []string{"/v2", "/v3"}, Summary: "计数", Scope: identity.ScopeUserWrite}
	commands.Mount(api, h, route, func(context.Context, *commands.Tx, *countCommand) error { return nil })
	for _, path := range []string{"/v2/counter/{id}", "/v3/counter/{id}"} {
		item := api.Huma.OpenAPI().Paths[path]
		if item == nil || item.Post == nil || item.Post.RequestBody == nil || item.Post.Responses["204"] == nil {
			t.Fatalf("%s: %+v", path, item)
		}
		var names []string
		for _, p := range item.Post.Parameters {
			names = append(names, p.In+" "+p.Name)
		}
		if got := strings.Join(names, ", "); !strings.Contains(got, "path id") || !strings.Contains(got, "header Idempotency-Key") {
			t.Error(path, got)
		}
	}
}

func TestTheBeforeFunctionOfARouteRunsAfterTheCallerIsChecked(t *testing.T) {
	h, _ := setUp(t, 0)
	asked := 0
	type key struct{}
	route := countRoute
	route.Before = func(r *http.Request) (context.Context, error) {
		asked++
		if r.Header.Get("Content-Type") != "application/json" {
			return nil, fault.Invalid("", "请发送 JSON。")
		}
		return context.WithValue(r.Context(), key{}, "looked at"), nil
	}
	site := mounted(identity.AllScopes, func(api *httpkit.API) {
		commands.Mount(api, h, route, func(ctx context.Context, _ *commands.Tx, _ *countCommand) error {
			if ctx.Value(key{}) != "looked at" {
				t.Error("Before did not receive the context of the request")
			}
			return nil
		})
	})
	if w := send(site, "POST", "/v3/counter/1", &unread{}, "Content-Type", "application/json"); w.Code != http.StatusUnauthorized || asked != 0 {
		t.Error(w.Code, asked)
	}
	body := &unread{}
	if w := send(site, "POST", "/v3/counter/1", body, "Who", "ann", "Content-Type", "image/png"); w.Code != http.StatusBadRequest || asked != 1 || body.reads != 0 {
		t.Error(w.Code, asked, body.reads)
	}
	if w := send(site, "POST", "/v3/counter/1", strings.NewReader(`{}`), "Who", "ann", "Content-Type", "application/json"); w.Code != http.StatusNoContent {
		t.Error(w.Code, w.Body)
	}
}
