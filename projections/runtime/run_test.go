package runtime_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

func TestRowsFollowTheLogAndTheWatermarkIsPublished(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.count("early", 2500)
	w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", 2500)
	w.expect("early", 2500)
	b.wait(t, "counts", w.count("late", 3))
	w.expect("late", 3)
}

func TestTheFirstVersionServesBeforeAnythingIsApplied(t *testing.T) {
	w := newWorld(t)
	w.start(w.runner(nil, counterProjector(1, nil)))
	eventually(t, "the views are there", func() bool {
		var there bool
		w.scan(&there, `SELECT to_regclass('counts.counters') IS NOT NULL`)
		return there
	})
	w.expect("nobody", 0)
}

func TestKnownEventsWithoutAHandlerAndOtherCategoriesOnlyMoveTheCheckpoint(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.start(w.runner(b, counterProjector(1, nil)))
	w.add(func(i int) eventlog.Event {
		e := event(i, "x", 1)
		e.Type = unhandledType
		return e
	}, 5)
	e := event(w.next, "x", 1)
	e.Type = "thing.unknown.v1" // unknown, but of a category that the projector does not read
	w.next++
	receipt, err := w.log.Append(t.Context(), eventlog.Write{Stream: "other-1", Expected: eventlog.Any, Events: []eventlog.Event{e}})
	if err != nil {
		t.Fatal(err)
	}
	b.wait(t, "counts", uint64(receipt.Position))
	w.expect("x", 0)
	if n := w.parked(); n != 0 {
		t.Errorf("%d events were parked, want none", n)
	}
}

func TestOlderVersionsOfAHandledTypeAreApplied(t *testing.T) {
	w, b := newWorld(t), newBoard()
	var err error
	w.codec, err = w.codec.WithUpcaster("thing.tallied.v1", countedType, func([]byte) ([]byte, error) {
		return []byte(`{"Name":"old","N":7}`), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", w.add(func(i int) eventlog.Event {
		e := event(i, "", 0)
		e.Type, e.Data = "thing.tallied.v1", []byte(`{}`)
		return e
	}, 1))
	w.expect("old", 7)
}

func TestEventsArriveInTheLogsOrderAndTheQueueIsFreshEachBatch(t *testing.T) {
	w, b := newWorld(t), newBoard()
	last := w.count("x", 3000)
	p := counterProjector(1, nil)
	var prev atomic.Uint64
	var wrong atomic.Bool
	p.Handlers = runtime.Handle(func(s *rows.Set) counter { return counter{rows: s} },
		runtime.Try(func(c counter, e runtime.Event, p counted) error {
			if !prev.CompareAndSwap(uint64(e.Position)-1, uint64(e.Position)) {
				wrong.Store(true)
			}
			return c.counted(e, p)
		}))
	w.start(w.runner(b, p))
	b.wait(t, "counts", last)
	if wrong.Load() || prev.Load() != last {
		t.Errorf("events came out of order, or not all: the last was %d", prev.Load())
	}
}

func TestCutConnectionsAreRetriedAndNothingIsParked(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts connections at random moments: runs in make test-all")
	}
	w, b := newWorld(t), newBoard()
	w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", w.count("x", 1))
	admin, err := pgx.Connect(context.Background(), w.db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	for range 15 {
		b.wait(t, "counts", w.count("x", 700)-699) // some of them are applied
		if _, err := admin.Exec(context.Background(), `
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
			t.Fatal(err)
		}
	}
	b.wait(t, "counts", w.count("x", 1))
	w.expect("x", 15*700+2)
	var parked int
	if w.scan(&parked, `SELECT count(*) FROM runtime.parked_events`); parked != 0 {
		t.Errorf("%d events were parked, want none", parked)
	}
}

func TestRunRejectsACheckpointOfAnotherLog(t *testing.T) {
	w := newWorld(t)
	b := newBoard()
	w.applied(b, "x", 1)
	w.exec(`UPDATE runtime.checkpoints SET engine = 'kurrent'`)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := w.runner(nil, counterProjector(1, nil)).Run(ctx)
	if !errors.Is(err, runtime.ErrEngine) {
		t.Errorf("Run = %v, want ErrEngine", err)
	}
}

func TestRunRejectsTablesOfAnotherDefinitionUntilARebuild(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.applied(b, "x", 4)
	p := counterProjector(1, nil)
	p.DDL += `CREATE INDEX ON applied (name);`
	r := w.runner(b, p)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := r.Run(ctx); !errors.Is(err, runtime.ErrDefinition) {
		t.Fatalf("Run = %v, want ErrDefinition", err)
	}
	if err := r.Rebuild(context.Background(), "counts"); err != nil {
		t.Fatal(err)
	}
	w.start(w.runner(b, p))
	b.wait(t, "counts", w.count("x", 1))
	w.expect("x", 5)
}

func TestNewRejectsNamesThatCannotBeSchemas(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"", "Counts", "a-b", `x"; DROP SCHEMA log`, "counts_v1"} {
		p := counterProjector(1, nil)
		p.Name = name
		if _, err := runtime.New(runtime.Options{DB: w.db, Log: w.log, Codec: w.codec}, p); err == nil {
			t.Errorf("New accepts the name %q", name)
		}
	}
	p := counterProjector(1, nil)
	if _, err := runtime.New(runtime.Options{DB: w.db, Log: w.log, Codec: w.codec}, p, p); err == nil {
		t.Error("New accepts the same projector twice")
	}
}

func TestReadyWaitsForTheFirstCatchUp(t *testing.T) {
	w, b := newWorld(t), newBoard()
	last := w.count("x", 10)
	gate := make(chan struct{})
	r := w.runner(b, counterProjector(1, func(counted) error { <-gate; return nil }))
	if r.Ready() == nil {
		t.Error("ready before it was started")
	}
	w.start(r)
	eventually(t, "the projector leads", func() bool {
		p := r.Progress()
		return len(p) == 1 && p[0].Leads && p[0].Serving
	})
	if err := r.Ready(); err == nil {
		t.Error("ready while the first events are not applied")
	}
	close(gate)
	b.wait(t, "counts", last)
	eventually(t, "it is ready", func() bool { return r.Ready() == nil })
	if p := r.Progress()[0]; p.Position != eventlog.Position(last) || p.Lag != 0 {
		t.Errorf("progress = %+v", p)
	}
}

func TestRunEndsItsGoroutines(t *testing.T) {
	w, b := newWorld(t), newBoard()
	stop := w.start(w.runner(b, counterProjector(1, nil))) // the first run starts goroutines that stay, such as those of the pool
	b.wait(t, "counts", w.count("first", 10))
	stop()
	before := goruntime.NumGoroutine()
	for i := range 5 {
		stop := w.start(w.runner(b, counterProjector(1, nil)))
		b.wait(t, "counts", w.count(fmt.Sprint(i), 10))
		stop()
	}
	eventually(t, "the goroutines are gone", func() bool { return goruntime.NumGoroutine() <= before })
}
