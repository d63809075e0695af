package transparency_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/projections/report"
	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/review"
	"github.com/modyard/modyard/readapi/transparency"
	"github.com/modyard/modyard/readapi/view"
)

// The accounts of a world.
const (
	Maker = "UserMak1"
	Ann   = "UserAnn2" // a moderator, 石榴
	Bob   = "UserBob3" // a moderator, 岚桥
)

// Now is the time at which figures are asked for.
func Now() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// World is a log of reviews.
type World struct {
	*catalogtest.World
	Runner  *runtime.Runner
	Figures *transparency.Figures
	t       *testing.T
	api     http.Handler
}

// New makes an empty world.
func New(t *testing.T) *World {
	t.Helper()
	w := &World{World: catalogtest.New(t), t: t}
	w.Runner = w.Also(projected.New(), audit.New(), report.New(catalogtest.Markdown), claim.New())
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == Ann || c.Account == Bob {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	w.Figures = transparency.New(transparency.Options{Source: source, Now: Now, Steps: []transparency.Step{
		{ID: "title", Title: "标题", Options: []transparency.Option{{ID: "title-useless", Name: "包含无用信息"}, {ID: "title-long", Name: "过长"}}},
		{ID: "summary", Title: "简介", Options: []transparency.Option{{ID: "summary-short", Name: "不足"}}},
	}})
	w.Figures.Register(api)
	review.New(review.Options{
		Source: source, Figures: w.Figures,
		AsOf: asof.New(asof.Options{Log: read.Only(w.Log), Codec: w.Codec, Markdown: catalogtest.Markdown, Texts: w.Texts}),
	}).Register(api)
	w.api = api.Handler()
	w.Account(Maker, "舟大工", "user")
	w.Account(Ann, "石榴", "moderator")
	w.Account(Bob, "岚桥", "moderator")
	return w
}

// At appends an event to a stream at a time with the given actor, and returns the event's id.
func (w *World) At(at time.Time, meta eventlog.Metadata, stream string, payload any) string {
	w.t.Helper()
	typ, data, err := w.Codec.Encode(payload)
	if err != nil {
		w.t.Fatal(err)
	}
	meta.At = at
	e := eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: meta}
	if _, err := w.Log.Append(w.t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{e}}); err != nil {
		w.t.Fatal(err)
	}
	return e.ID.String()
}

// Create creates a project of a type.
func (w *World) Create(id string, kind project.Type) {
	w.t.Helper()
	w.At(Now().AddDate(-1, 0, 0), eventlog.Metadata{Actor: Maker}, "project-"+id,
		project.Created{Project: id, Slug: "slug-" + id, Type: kind, Title: "蒸汽码头 " + id, Owner: Maker})
}

// Submit submits a project.
func (w *World) Submit(id string, at time.Time, meta ...eventlog.Metadata) {
	w.t.Helper()
	w.At(at, append(meta, eventlog.Metadata{Actor: Maker})[0], "project-"+id,
		project.Submitted{Submission: "S" + id, From: project.Draft, Requested: project.Listed})
}

// Reject rejects a waiting project with options of the checklist, and returns the id of the event.
func (w *World) Reject(id, actor string, at time.Time, options ...string) string {
	w.t.Helper()
	return w.At(at, eventlog.Metadata{Actor: actor, Role: "moderator"}, "project-"+id,
		project.Rejected{Submission: "S" + id, From: project.Processing, Message: "请修改", Options: options})
}

// Approve approves a waiting project, and returns the id of the event.
func (w *World) Approve(id, actor string, at time.Time, options ...string) string {
	w.t.Helper()
	return w.At(at, eventlog.Metadata{Actor: actor, Role: "moderator"}, "project-"+id,
		project.Approved{Submission: "S" + id, From: project.Processing, Status: project.Listed, Options: options})
}

// Undo undoes a rejection.
func (w *World) Undo(id, decision string, at, submitted time.Time) {
	w.t.Helper()
	w.At(at, eventlog.Metadata{Actor: Bob, Role: "moderator"}, "project-"+id, project.DecisionUndone{
		Decision: decision, Moderator: Ann, Submission: "S" + id, From: project.Refused, To: project.Processing, SubmittedAt: &submitted,
	})
}

// Ask sends a request as an account after all events are visible.
func (w *World) Ask(status int, as, path string) []byte {
	w.t.Helper()
	w.Settle()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	return rec.Body.Bytes()
}

// Get is Ask for an answer of a type.
func Get[T any](w *World, as, path string) (out T) {
	w.t.Helper()
	if err := json.Unmarshal(w.Ask(http.StatusOK, as, path), &out); err != nil {
		w.t.Fatal(err)
	}
	return out
}

// Rebuilt fails where a rebuild of the read model differs.
func (w *World) Rebuilt() {
	w.t.Helper()
	w.Settle()
	if found, err := w.Runner.Verify(w.t.Context(), projected.Name); err != nil || len(found[projected.Name]) > 0 {
		w.t.Errorf("a rebuild differs: %v, %v", found, err)
	}
}
