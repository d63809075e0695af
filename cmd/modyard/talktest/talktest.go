// Package talktest has the site of tests of what people write below projects and in the forum: two projects and people, on a real
// database, with the real commands.
package talktest

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/view"
)

// The people and the projects. Nobody is an anonymous caller.
const (
	Keeper   = "UserKep1" // owns the projects
	Writer   = "UserWri2"
	Stranger = "UserStr3"
	Staff    = "UserMod4"
	Chief    = "UserAdm5"
	Nobody   = ""

	Quay = "ProjOne1" // listed
	Dark = "ProjTwo2" // private
)

// Because is the body of a request of the staff.
const Because = `{"reason":{"code":"spam","text":"广告"}}`

// World is the site.
type World struct {
	*catalogtest.World
	T        testing.TB
	Runner   *runtime.Runner
	Accounts *identity.Service
	Source   *view.Source
	Handler  *commands.Handler
	Now      time.Time // moves by a second with every decision
	Address  string    // that requests come from; empty: everybody has their own

	api *httpkit.API
	all http.Handler
}

// New makes a site with further read models. Serve mounts its routes.
func New(t testing.TB, projectors ...runtime.Projector) *World {
	t.Helper()
	w := &World{World: catalogtest.New(t), T: t, Now: catalogtest.Epoch().Add(24 * time.Hour)}
	vault := erasure.NewMemory()
	w.Texts = vault
	w.Runner = w.Also(projectors...)
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	var err error
	if w.Accounts, err = identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet}); err != nil {
		t.Fatal(err)
	}
	w.api = httpkit.New(httpkit.Options{Logger: quiet})
	w.api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		switch c.Account {
		case Staff:
			c.Role = identity.RoleModerator
		case Chief:
			c.Role = identity.RoleAdmin
		}
		return c
	}))
	w.Handler = &commands.Handler{
		Log: w.Log, Codec: w.Codec, Texts: vault, Logger: quiet,
		Keys: commands.Keys{Request: []byte("a key of tests for requests, 32 b"), IDs: []byte("a key of tests for ids, 32 bytes")},
		Now: func() time.Time {
			w.Now = w.Now.Add(time.Second)
			return w.Now
		},
	}
	w.Source = &view.Source{Pool: w.DB.Pool, Board: w.Board}
	for id, name := range map[string]string{Keeper: "管理者", Writer: "写手", Stranger: "路人"} {
		w.Account(id, name, "user")
	}
	w.Account(Staff, "石榴", "moderator")
	w.Account(Chief, "站长", "admin")
	w.Project(Quay, Keeper, project.Created{Project: Quay, Slug: "quay", Type: project.TypeMod, Title: "Lanternquay", Owner: Keeper},
		project.ListedByImport{Status: project.Listed})
	w.Project(Dark, Keeper, project.Created{Project: Dark, Slug: "dark", Type: project.TypeMod, Title: "秘密的资源", Owner: Keeper},
		project.ListedByImport{Status: project.Private})
	w.Slug("quay", Quay)
	w.Slug("dark", Dark)
	return w
}

// Serve mounts routes. Every later request meets them.
func (w *World) Serve(mount ...func(*httpkit.API)) {
	for _, m := range mount {
		m(w.api)
	}
	w.all = w.api.Handler()
}

// Send sends one request, after all events are projected.
func (w *World) Send(as, method, path, body string) *httptest.ResponseRecorder {
	w.T.Helper()
	return w.Keyed(as, "", method, path, body)
}

// Keyed is Send for a command that the caller names; empty: it does not.
func (w *World) Keyed(as, key, method, path, body string) *httptest.ResponseRecorder {
	w.T.Helper()
	head, err := w.Log.Head(w.T.Context())
	if err != nil {
		w.T.Fatal(err)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("As", as)
	if r.RemoteAddr = w.Address; w.Address == "" {
		r.RemoteAddr = fmt.Sprintf("[2001:db8:%x::1]:1", crc32.ChecksumIEEE([]byte(as))&0xffff)
	}
	if key != "" {
		r.Header.Set(commands.HeaderIdempotencyKey, key)
	}
	r.Header.Set("Content-Type", "application/json")
	if method == http.MethodGet {
		r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	}
	rec := httptest.NewRecorder()
	w.all.ServeHTTP(rec, r)
	return rec
}

// Do is Send for a command that must succeed.
func (w *World) Do(as, method, path, body string) {
	w.T.Helper()
	if rec := w.Send(as, method, path, body); rec.Code != http.StatusNoContent {
		w.T.Fatalf("%s %s as %q: %d %s", method, path, as, rec.Code, rec.Body)
	}
}

// Rows are the rows of tables of a read model, as text.
func (w *World) Rows(model string, tables ...string) string {
	w.T.Helper()
	w.Settle()
	var all strings.Builder
	for _, table := range tables {
		var rows []byte
		if err := w.DB.Pool.QueryRow(w.T.Context(), `select coalesce(json_agg(t order by t::text), '[]') from `+model+`.`+table+` t`).Scan(&rows); err != nil {
			w.T.Fatal(err)
		}
		fmt.Fprintf(&all, "%s %s\n", table, rows)
	}
	return all.String()
}

// Ask is Send for an answer of the given status.
func Ask[T any](w *World, status int, as, method, path, body string) (v T) {
	w.T.Helper()
	rec := w.Send(as, method, path, body)
	if rec.Code != status {
		w.T.Fatalf("%s %s as %q: %d %s, want %d", method, path, as, rec.Code, rec.Body, status)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			w.T.Fatalf("%s: %v: %s", path, err, rec.Body)
		}
	}
	return v
}

// Get is Ask for a query that must succeed.
func Get[T any](w *World, as, path string) T {
	w.T.Helper()
	return Ask[T](w, http.StatusOK, as, http.MethodGet, path, "")
}

// Quoted is the JSON of fields.
func Quoted(fields map[string]any) string {
	body, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return string(body)
}
