package runtime_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/runtime"
)

func TestAnEventThatFailsIsParkedAloneAndReplayedAfterTheFix(t *testing.T) {
	ctx := context.Background()
	w, b := newWorld(t), newBoard()
	var fixed atomic.Bool
	p := counterProjector(1, poison(func() bool { return !fixed.Load() }))
	w.count("good", 20)
	at := w.count("poison", 1)
	last := w.count("good", 20)
	r := w.runner(b, p)
	w.start(r)
	b.wait(t, "counts", last)
	w.expect("good", 40)
	w.expect("poison", 0)

	parked, err := r.Parked(ctx, "counts")
	if err != nil {
		t.Fatal(err)
	}
	if len(parked) != 1 || uint64(parked[0].Position) != at || parked[0].Error != errPoison.Error() || parked[0].Attempts != 1 {
		t.Fatalf("parked = %+v", parked)
	}
	done, err := r.ReplayParked(ctx, "counts")
	if err != nil || done != (runtime.Replayed{Failed: 1}) {
		t.Fatalf("replay while broken = %+v, %v", done, err)
	}
	fixed.Store(true)
	if done, err = r.ReplayParked(ctx, ""); err != nil || done != (runtime.Replayed{Applied: 1}) {
		t.Fatalf("replay after the fix = %+v, %v", done, err)
	}
	w.expect("poison", 1)
	if parked, err = r.Parked(ctx, ""); err != nil || len(parked) != 0 {
		t.Errorf("still parked: %+v, %v", parked, err)
	}
}

func TestBadBytesBadSQLAndPanicsAreParkedToo(t *testing.T) {
	w, b := newWorld(t), newBoard()
	p := counterProjector(1, func(c counted) error {
		if c.Name == "panic" {
			panic("out of my mind")
		}
		return nil
	})
	w.start(w.runner(b, p))
	w.count("good", 5)
	w.count("panic", 1)
	w.count("\x00", 1) // Postgres refuses this text
	w.add(func(i int) eventlog.Event {
		e := event(i, "", 0)
		e.Data = []byte(`{"Name":7}`)
		return e
	}, 1)
	b.wait(t, "counts", w.count("good", 5))
	w.expect("good", 10)
	var parked int
	if w.scan(&parked, `SELECT count(*) FROM runtime.parked_events`); parked != 3 {
		t.Errorf("%d events are parked, want 3", parked)
	}
}
