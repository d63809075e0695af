// Package catalogtest gives tests a log, a running catalog projector and a database to read.
package catalogtest

import (
	"context"
	"html"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/projections/runtime/runtimetest"
	projectedtranslation "github.com/modyard/modyard/projections/translation"
	searchpg "github.com/modyard/modyard/search/postgres"
)

// World is a log with a running projector.
type World struct {
	DB     *database.DB
	Log    eventlog.Log
	Codec  *codec.Codec
	Board  *watermark.Board
	Runner *runtime.Runner
	// Texts seals and opens erasable texts (identity/erasure.NewMemory); set it before the first event.
	Texts interface {
		runtime.Opener
		Seal(ctx context.Context, stream string, event eventlog.EventID, payload any) (any, error)
		SealAll(ctx context.Context, events []eventlog.Recorded, payloads []any) error
		RequestHash(ctx context.Context, hash string, payloads ...any) (string, error)
		SameRequest(ctx context.Context, hash, stored string) (bool, error)
	}

	// Roles are the roles of the events of some actors; the others have none.
	Roles map[string]string

	t     testing.TB
	mu    sync.Mutex
	when  time.Time
	names []string // of the running projectors
}

// Epoch is the time of the first event of a world; each later one is a minute later.
func Epoch() time.Time { return time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC) }

// Markdown replaces the renderer: it escapes the source into a paragraph.
func Markdown(src string) string {
	if src == "" {
		return ""
	}
	return "<p>" + html.EscapeString(src) + "</p>"
}

// New starts an empty world, which ends with the test.
func New(t testing.TB, options ...func(*catalog.Options)) *World {
	t.Helper()
	o := catalog.Options{
		Markdown: Markdown, Search: searchpg.Indexer{}, SearchDDL: searchpg.DDL, SearchViews: searchpg.Tables(),
	}
	for _, set := range options {
		set(&o)
	}
	projectors := []runtime.Projector{catalog.New(o), projectedtranslation.New()} // documents of versions show translations
	w := &World{Log: memory.New(), Codec: Codec(t), Board: watermark.New(), t: t, when: Epoch()}
	w.DB = pgtest.Open(t, runtimetest.Database(t, w.Log.Engine(), w.Codec, projectors...))
	w.Runner = w.Also(projectors...)
	return w
}

// Also runs more projectors over the world's log until the test ends.
func (w *World) Also(projectors ...runtime.Projector) *runtime.Runner {
	w.t.Helper()
	w.mu.Lock()
	for _, p := range projectors {
		w.names = append(w.names, p.Name)
	}
	w.mu.Unlock()
	runner, err := runtime.New(runtime.Options{
		DB: w.DB, Log: w.Log, Codec: w.Codec, Texts: w.opener(), Board: w.Board,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), LeasePoll: 20 * time.Millisecond,
	}, projectors...)
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- runner.Run(ctx) }()
	w.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Errorf("projector: %v", err)
		}
	})
	return runner
}

func (w *World) opener() runtime.Opener { return opener{w} }

// opener opens the texts of a world by the Texts that it has when an event is read.
type opener struct{ w *World }

func (o opener) Seals(payload reflect.Type) bool { return o.w.Texts != nil && o.w.Texts.Seals(payload) }

func (o opener) Open(ctx context.Context, events []eventlog.Recorded, payloads []any) error {
	if o.w.Texts == nil {
		return nil
	}
	return o.w.Texts.Open(ctx, events, payloads)
}

// Happen appends events to one stream, decided by actor, and returns the last position.
func (w *World) Happen(stream, actor string, payloads ...any) eventlog.Position {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	events := make([]eventlog.Event, 0, len(payloads))
	for _, p := range payloads {
		id := eventlog.NewEventID()
		if w.Texts != nil {
			var err error
			if p, err = w.Texts.Seal(context.Background(), stream, id, p); err != nil {
				w.t.Fatal(err)
			}
		}
		typ, data, err := w.Codec.Encode(p)
		if err != nil {
			w.t.Fatal(err)
		}
		events = append(events, eventlog.Event{
			ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{Actor: actor, Role: w.Roles[actor], At: w.when},
		})
		w.when = w.when.Add(time.Minute)
	}
	receipt, err := w.Log.Append(context.Background(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events})
	if err != nil {
		w.t.Fatal(err)
	}
	return receipt.Position
}

// Project appends to a project's stream.
func (w *World) Project(id, actor string, payloads ...any) eventlog.Position {
	w.t.Helper()
	return w.Happen("project-"+id, actor, payloads...)
}

// Slug reserves a slug for a project.
func (w *World) Slug(slug, id string) {
	w.t.Helper()
	w.Happen("slug-"+strings.ToLower(slug), "", project.SlugReserved{Slug: slug, Project: id})
}

// Settle waits until every event is in the read models.
func (w *World) Settle() {
	w.t.Helper()
	head, err := w.Log.Head(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	w.mu.Lock()
	names := slices.Clone(w.names)
	w.mu.Unlock()
	for _, name := range names {
		if err := w.Board.Wait(ctx, name, uint64(head)); err != nil {
			w.t.Fatalf("%s: %v", name, err)
		}
	}
	var parked int
	var reason string
	if err := w.DB.Pool.QueryRow(ctx, `select count(*), coalesce(min(error), '') from runtime.parked_events`).Scan(&parked, &reason); err != nil {
		w.t.Fatal(err)
	}
	if parked > 0 {
		w.t.Fatalf("%d events are parked: %s", parked, reason)
	}
}
