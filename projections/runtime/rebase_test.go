package runtime_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/runtime"
)

// elsewhere is the same log in another store, with positions that are step times as far apart.
type elsewhere struct {
	eventlog.Log
	step eventlog.Position
}

func (e elsewhere) Engine() string { return "elsewhere" }

func (e elsewhere) Head(ctx context.Context) (eventlog.Position, error) {
	head, err := e.Log.Head(ctx)
	return head * e.step, err
}

func (e elsewhere) Event(ctx context.Context, at eventlog.Position) (eventlog.Recorded, error) {
	found, err := e.Log.Event(ctx, at/e.step)
	found.Position *= e.step
	return found, err
}

func (e elsewhere) Follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return e.moved(e.Log.Follow(ctx, after/e.step, filter))
}

func (e elsewhere) Read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return e.moved(e.Log.Read(ctx, after/e.step, upTo/e.step, filter))
}

func (e elsewhere) moved(batches iter.Seq2[eventlog.Batch, error]) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		for b, err := range batches {
			b.UpTo *= e.step
			for i := range b.Events {
				b.Events[i].Position *= e.step
			}
			if !yield(b, err) {
				return
			}
		}
	}
}

func TestRebaseMovesAReadModelToTheSameEventsInAnotherLog(t *testing.T) {
	for _, step := range []eventlog.Position{1, 1000} {
		w := newWorld(t)
		at := w.count("a", 7)
		board := newBoard()
		stop := w.start(w.runner(board, counterProjector(1, nil)))
		board.wait(t, "counts", at)
		stop()
		log := elsewhere{w.log, step}
		r, err := runtime.New(runtime.Options{DB: w.db, Log: log, Codec: w.codec}, counterProjector(1, nil))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Run(t.Context()); !errors.Is(err, runtime.ErrEngine) {
			t.Fatalf("before the move: %v", err)
		}
		rebuilt := 0
		for range 2 { // the second call has nothing to do
			if err := r.Rebase(t.Context(), func(string) { rebuilt++ }); err != nil {
				t.Fatal(err)
			}
		}
		if rebuilt != 1 {
			t.Errorf("rebuilt %d times", rebuilt)
		}
		var engine string
		var position, applied uint64
		if err := w.db.Pool.QueryRow(t.Context(), `SELECT engine, position, (SELECT max(position) FROM counts.applied) FROM runtime.checkpoints WHERE serving`).
			Scan(&engine, &position, &applied); err != nil {
			t.Fatal(err)
		}
		if want := at * uint64(step); engine != "elsewhere" || position != want || applied != want {
			t.Errorf("step %d: at %d of %s, rows at %d, want %d", step, position, engine, applied, want)
		}
		if found, err := r.Verify(t.Context(), "counts"); err != nil || len(found) > 0 {
			t.Errorf("%v %v", found, err)
		}
	}
}

func TestQuiesceFailsOnARunningSite(t *testing.T) {
	w := newWorld(t)
	board := newBoard()
	stop := w.start(w.runner(board, counterProjector(1, nil)))
	board.wait(t, "counts", w.count("a", 1))
	r := w.runner(nil, counterProjector(1, nil))
	if _, _, err := r.Quiesce(t.Context()); !errors.Is(err, runtime.ErrRunning) {
		t.Fatal(err)
	}
	stop()
	var held context.Context
	var release func()
	eventually(t, "the site has stopped", func() bool {
		var err error
		held, release, err = r.Quiesce(t.Context())
		return err == nil
	})
	if held.Err() != nil {
		t.Fatal(held.Err())
	}
	if _, _, err := w.runner(nil, counterProjector(1, nil)).Quiesce(t.Context()); !errors.Is(err, runtime.ErrRunning) {
		t.Error(err)
	}
	release()
	eventually(t, "the lead is given back", func() bool {
		_, again, err := r.Quiesce(t.Context())
		if err == nil {
			again()
		}
		return err == nil
	})
}
