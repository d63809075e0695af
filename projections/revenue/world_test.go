package revenue_test

import (
	"context"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/revenue"
	"github.com/modyard/modyard/projections/runtime"
)

// world is a log whose events have the times that a test gives them, with the running projector.
type world struct {
	*catalogtest.World
	t      testing.TB
	runner *runtime.Runner
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := unfollowed(t)
	w.runner = w.Also(projected.New())
	return w
}

// unfollowed is a world without a projector.
func unfollowed(t testing.TB) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	return w
}

// at appends events to a stream, decided at a moment.
func (w *world) at(when time.Time, stream, actor string, payloads ...any) {
	w.t.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		id := eventlog.NewEventID()
		sealed, err := w.Texts.Seal(context.Background(), stream, id, p)
		if err != nil {
			w.t.Fatal(err)
		}
		typ, data, err := w.Codec.Encode(sealed)
		if err != nil {
			w.t.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{Actor: actor, At: when}})
	}
	if _, err := w.Log.Append(context.Background(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events}); err != nil {
		w.t.Fatal(err)
	}
}

// number is the result of a query for one number.
func (w *world) number(query string, args ...any) (n int64) {
	w.t.Helper()
	if err := w.DB.Pool.QueryRow(w.t.Context(), query, args...).Scan(&n); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// rebuilt fails the test if the log gives other rows than those that the projector wrote while it followed the log.
func (w *world) rebuilt() {
	w.t.Helper()
	found, err := w.runner.Verify(w.t.Context(), projected.Name)
	if err != nil || len(found) > 0 {
		w.t.Errorf("a rebuild gives other rows: %v, %v", found, err)
	}
}

// day is the noon of a day of January 2026, or later.
func day(n int) time.Time { return time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC) }
