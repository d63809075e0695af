package view_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// board counts the queries that wait for a read model.
type board struct{ waits int }

func (b *board) At(string) uint64 { return 7 }

func (b *board) Wait(context.Context, string, uint64) error {
	b.waits++
	return context.DeadlineExceeded
}

type everything struct {
	view.ByID
	view.Page
	Before view.Position `query:"before"`
	IDs    httpkit.IDs   `query:"ids"`
	Tags   httpkit.List  `query:"tags"`
	All    view.Flag     `query:"all"`
	Order  string        `query:"order" enum:"new,old,best"`
}

type part struct {
	view.Page
	Tags httpkit.List `query:"tags"`
}

type found struct {
	IDs, Tags     []string
	Limit, Offset int
	All           *bool
}

// frame is an API of queries over the board; the header `As` names the caller.
func frame(b *board) http.Handler {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if r.Header.Get("Bare") != "" {
			c.Scopes = identity.ScopeNotificationRead
		}
		return c
	}))
	s := &view.Source{Board: b}
	view.Query(api, s, view.Route{Path: "GET /v3/own/{id}", Scope: identity.ScopeUserRead}, func(_ context.Context, in *everything) (found, error) {
		return found{IDs: in.IDs.Items}, nil
	})
	view.Query(api, s, view.Route{Path: "POST /v3/own", Scope: identity.ScopeUserRead}, func(context.Context, *struct{ Body []string }) (found, error) {
		return found{}, nil
	})
	view.Query(api, s, view.Route{Path: "GET /ids", Under: []string{"/v2", "/v3"}}, func(_ context.Context, in *view.ByIDs) (found, error) {
		return found{IDs: in.IDs.Items}, nil
	})
	view.Query(api, s, view.Route{Path: "GET /v3/page"}, func(_ context.Context, in *part) (found, error) {
		limit, offset := in.Bounds()
		return found{Limit: limit, Offset: offset, Tags: in.Tags.Items}, nil
	})
	return api.Handler()
}

func get(h http.Handler, as, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Header.Set("As", as)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestAnUnauthorizedQueryIsRejectedBeforeWaiting(t *testing.T) {
	b := &board{}
	h := frame(b)
	for _, c := range [][]string{{"", "Min-Position", "9"}, {"UserOne1", "Min-Position", "9", "Bare", "yes"}} {
		if w := get(h, c[0], "/v3/own/a?ids=[]", c[1:]...); w.Code != http.StatusUnauthorized || b.waits != 0 {
			t.Errorf("%q: %d after %d waits", c, w.Code, b.waits)
		}
	}
	if w := get(h, "UserOne1", "/v3/own/a?ids=[]", "Min-Position", "9"); w.Code != http.StatusOK || b.waits == 0 || w.Header().Get("Stale") != "true" || w.Header().Get("Log-Position") != "7" {
		t.Errorf("%d after %d waits: %v", w.Code, b.waits, w.Header())
	}
}

// untouched fails the test when the body is read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestTheBodyOfAnUnauthorizedQueryIsNotRead(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/v3/own", untouched{t})
	w := httptest.NewRecorder()
	frame(&board{}).ServeHTTP(w, r)
	if w.Code != http.StatusUnauthorized {
		t.Error(w.Code, w.Body)
	}
}

func TestAnInvalidParameterIsNamedWithoutWaiting(t *testing.T) {
	b := &board{}
	h := frame(b)
	for query, field := range map[string]string{
		"ids=[]&limit=x": "limit", "ids=[]&limit=-1": "limit", "ids=[]&limit=99999999999": "limit", "ids=[]&limit=1.5": "limit", "ids=[]&offset=-1": "offset",
		"ids=[]&before=-1": "before", "ids=[]&before=0": "before", "ids=[]&all=maybe": "all", "ids=[]&tags={}": "tags", "ids=[]&order=worst": "order",
		"": "ids", "ids=": "ids", "ids=a,b": "ids", `ids=["a",1]`: "ids", `ids={"a":1}`: "ids", `ids=["a"`: "ids", `ids=["%5cu0000"]`: "ids",
		"ids=[" + strings.Repeat(`"a",`, 1000) + `"a"]`: "ids",
	} {
		w := get(h, "UserOne1", "/v3/own/a?"+query)
		var body struct{ Error, Description, Field string }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusBadRequest || body.Error != httpkit.CodeInvalidInput || body.Field != field || body.Description == "" {
			t.Errorf("%.60s: %d %+v, want the field %s", query, w.Code, body, field)
		}
	}
	if w := get(h, "UserOne1", "/v3/own/a?ids=[]&order=worst", "Min-Position", "9"); w.Code != http.StatusBadRequest || b.waits != 0 {
		t.Errorf("%d after %d waits", w.Code, b.waits)
	}
	for _, query := range []string{"ids=[]&limit=%zz", "ids=[]&limit=1;offset=2", "ids=%00", "ids=%FF"} {
		if w := get(h, "UserOne1", "/v3/own/a?"+query); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", query, w.Code)
		}
	}
	for _, name := range []string{strings.Repeat("x", 129), "%20%00"} {
		if w := get(h, "UserOne1", "/v3/own/"+name+"?ids=[]"); w.Code != http.StatusNotFound && w.Code != http.StatusBadRequest {
			t.Errorf("the name %.20s: %d", name, w.Code)
		}
	}
}

func TestALimitThatIsCutIsNamed(t *testing.T) {
	h := frame(&board{})
	for query, want := range map[string]string{"limit=100": "", "": "", "limit=101": "100", "limit=1000&offset=3": "100", "limit=2147483647": "100"} {
		if w := get(h, "", "/v3/page?"+query); w.Code != http.StatusOK || w.Header().Get(view.HeaderLimit) != want {
			t.Errorf("%s: %d, limit %q, want %q", query, w.Code, w.Header().Get(view.HeaderLimit), want)
		}
	}
}

func TestPagesHaveLimitsAndListsKeepTheirOrder(t *testing.T) {
	h := frame(&board{})
	thousand := `["` + strings.Repeat(`a","`, 999) + `a"]`
	for target, want := range map[string]func(found) bool{
		"/v3/page":                  func(f found) bool { return f.Limit == 20 && f.Offset == 0 && f.Tags == nil },
		"/v3/page?limit=":           func(f found) bool { return f.Limit == 20 },
		"/v3/page?limit=5&offset=7": func(f found) bool { return f.Limit == 5 && f.Offset == 7 },
		"/v3/page?limit=1000":       func(f found) bool { return f.Limit == 100 },
		"/v3/page?limit=0":          func(f found) bool { return f.Limit == 0 },
		"/v3/page?tags=[]":          func(f found) bool { return f.Tags == nil },
		`/v3/page?tags=["b","a"]`:   func(f found) bool { return strings.Join(f.Tags, "") == "ba" },
		`/v2/ids?ids=["a","b","a"]`: func(f found) bool { return strings.Join(f.IDs, "") == "aba" },
		`/v3/ids?ids=["中"]`:         func(f found) bool { return strings.Join(f.IDs, "") == "中" },
		"/v3/ids?ids=[]":            func(f found) bool { return f.IDs != nil && len(f.IDs) == 0 },
		"/v3/ids?ids=" + thousand:   func(f found) bool { return len(f.IDs) == 1000 },
	} {
		path, query, _ := strings.Cut(target, "?")
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		w := get(h, "", path+"?"+q.Encode())
		var f found
		if err := json.Unmarshal(w.Body.Bytes(), &f); err != nil || w.Code != http.StatusOK || !want(f) {
			t.Errorf("%.60s: %d %.200s", target, w.Code, w.Body)
		}
	}
}
