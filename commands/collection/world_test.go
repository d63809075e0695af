package collection_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/collection"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

// The people of the tests and the projects that are there: a listed, a second and a private one of the owner's.
const (
	owner     = "owner001"
	stranger  = "stranger"
	moderator = "moderato"
	admin     = "admin001"
	nobody    = ""

	lantern = "Lantern1"
	quay    = "Quay0002"
	hidden  = "Hidden03"
)

// world is the real routes on a log in memory.
type world struct {
	testing.TB
	log     eventlog.Log
	codec   *codec.Codec
	blobs   *blobs.Store
	scopes  identity.Scopes
	handler http.Handler
}

func newWorld(t testing.TB) *world {
	t.Helper()
	types, err := codec.New(project.EventTypes(), organization.EventTypes(), collection.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{TB: t, log: memory.New(), codec: types, scopes: identity.AllScopes}
	if w.blobs, err = blobs.Open(context.Background(), "mem://", "https://example.test"); err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	projects, err := commandsproject.New(commandsproject.Options{Log: w.log, Codec: types, Blobs: w.blobs, TempDir: t.TempDir(), Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	service, err := commands.New(commands.Options{Log: w.log, Codec: types, Projects: projects, Blobs: w.blobs, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if who := r.Header.Get("X-Test-Who"); who != "" {
				c := identity.Caller{Account: who, Role: identity.RoleUser, Scopes: w.scopes, Kind: identity.KindPAT}
				switch who {
				case moderator:
					c.Role = identity.RoleModerator
				case admin:
					c.Role = identity.RoleAdmin
				}
				r = r.WithContext(identity.WithCaller(r.Context(), c))
			}
			next.ServeHTTP(rw, r)
		})
	})
	service.Routes(api)
	w.handler = api.Handler()
	w.project(lantern, project.Listed)
	w.project(quay, project.Listed)
	w.project(hidden, project.Private)
	return w
}

func (w *world) project(id string, status project.Status) {
	w.Helper()
	w.happen("project-"+id,
		project.Created{Project: id, Slug: "slug-" + id, Type: project.TypeMod, Title: id, Owner: owner},
		project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: status})
	w.happen("slug-slug-"+lower(id), project.SlugReserved{Slug: "slug-" + id, Project: id})
}

func lower(s string) string { return string(bytes.ToLower([]byte(s))) }

func (w *world) happen(stream string, payloads ...any) {
	w.Helper()
	events := make([]eventlog.Event, 0, len(payloads))
	for _, p := range payloads {
		typ, data, err := w.codec.Encode(p)
		if err != nil {
			w.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: time.Now()}})
	}
	if _, err := w.log.Append(context.Background(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events}); err != nil {
		w.Fatal(err)
	}
}

// ask sends one request; body is JSON or nil, headers come in pairs.
func (w *world) ask(who, method, path string, body any, headers ...string) *httptest.ResponseRecorder {
	w.Helper()
	var sent []byte
	switch b := body.(type) {
	case nil:
	case []byte:
		sent = b
	default:
		var err error
		if sent, err = json.Marshal(b); err != nil {
			w.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, path, bytes.NewReader(sent))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("X-Test-Who", who)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return rec
}

// want sends a request and fails unless it is answered with the status.
func (w *world) want(status int, who, method, path string, body any, headers ...string) *httptest.ResponseRecorder {
	w.Helper()
	a := w.ask(who, method, path, body, headers...)
	if a.Code != status {
		w.Fatalf("%s %s as %q: %d %s, want %d", method, path, who, a.Code, a.Body, status)
	}
	return a
}

// events lists the payloads of a stream.
func (w *world) events(stream string) []any {
	w.Helper()
	var out []any
	for e, err := range w.log.Stream(context.Background(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		p, err := w.codec.Decode(e.Type, e.Data)
		if err != nil {
			w.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// make creates a collection and gives its id.
func (w *world) make(who string, body map[string]any) string {
	w.Helper()
	var d commands.CollectionDocument
	if err := json.Unmarshal(w.want(200, who, "POST", "/v3/collection", body).Body.Bytes(), &d); err != nil {
		w.Fatal(err)
	}
	return d.ID
}
