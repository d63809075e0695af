package organization_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/organization"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

type world struct {
	log    *memory.Log
	codec  *codec.Codec
	caller identity.Caller
	mux    http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	types, err := codec.New(organization.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{log: memory.New(), codec: types, caller: identity.Caller{Account: "owner001", Scopes: identity.AllScopes}}
	service, err := commands.New(commands.Options{Log: w.log, Codec: types})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(rw, r.WithContext(identity.WithCaller(r.Context(), w.caller)))
		})
	})
	service.Routes(api)
	w.mux = api.Handler()
	return w
}

func (w *world) create(body string, key ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/v3/organization", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if len(key) > 0 {
		r.Header.Set("Idempotency-Key", key[0])
	}
	rec := httptest.NewRecorder()
	w.mux.ServeHTTP(rec, r)
	return rec
}

func TestATeamIsMadeOnce(t *testing.T) {
	w := newWorld(t)
	body := `{"slug":"Repost-Team","name":"搬运团队","description":"A description"}`
	var first, second commands.OrganizationDocument
	for _, into := range []*commands.OrganizationDocument{&first, &second} {
		a := w.create(body, "key")
		if err := json.Unmarshal(a.Body.Bytes(), into); err != nil || a.Code != 200 || a.Header().Get("Log-Position") == "" {
			t.Fatal(a.Code, a.Body, err)
		}
	}
	if first != second || first.Slug != "repost-team" || len(first.ID) != 8 {
		t.Fatal(first, second)
	}
	if a := w.create(body); a.Code != 400 {
		t.Fatal(a.Code, a.Body)
	}
}

func TestWhoMayMakeATeamAndOfWhat(t *testing.T) {
	w := newWorld(t)
	for body, status := range map[string]int{
		"": 400, "{": 400, `{"slug":"x"}`: 400, `{"slug":"../..","name":"Name","description":"words"}`: 400,
		`{"slug":"fine","name":"a\u202eb","description":"words"}`: 400, `{"slug":"fine","name":5,"description":"words"}`: 400,
		`{"slug":"fine","name":"Name","description":""}`: 400, "{\"slug\":\"fine\",\"name\":\"\xff\xff\xff\"}": 400,
	} {
		if a := w.create(body); a.Code != status {
			t.Errorf("%s: %d %s", body, a.Code, a.Body)
		}
	}
	good := `{"slug":"fine","name":"Name","description":"words"}`
	w.caller.Scopes &^= identity.ScopeOrganizationCreate
	if a := w.create(good); a.Code != 401 {
		t.Error(a.Code)
	}
	w.caller = identity.Caller{}
	if a := w.create(good); a.Code != 401 {
		t.Error(a.Code)
	}
	if head, _ := w.log.Head(t.Context()); head != 0 {
		t.Fatal("a refused request appended something")
	}
}

func TestAPlannedTeamIsAppendedOnce(t *testing.T) {
	w := newWorld(t)
	p := commands.Planned{Command: "import:team", At: time.Now(), Create: organization.Create{
		Account: "owner001", Organization: "Orgaaaa1", Slug: "team", Name: "Team", Description: "words", Repost: true,
	}}
	for range 2 {
		writes, err := commands.PlanOrganization(w.codec, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.log.Append(t.Context(), writes...); err != nil {
			t.Fatal(err)
		}
	}
	if head, _ := w.log.Head(t.Context()); head != 2 {
		t.Fatal(head)
	}
	if a := w.create(`{"slug":"TEAM","name":"Name","description":"words"}`); a.Code != 400 {
		t.Fatal(a.Code)
	}
}
