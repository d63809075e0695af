package runtime_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/runtime"
)

func TestAnEventThatFailsIsParkedAloneAndReplayedAfterTheFix(t *testing.T) {
	ctx := context.Background()
	w, b := newWorld(t), newBoard()
	var fixed atomic.Bool
	p := counterProjector(1, poison(func() bool { return !fixed.Load() }))
	p.Key = byName
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

// byName makes each counter a document of its own.
func byName(e runtime.Event) string { return e.Payload.(counted).Name }

func TestBadBytesBadSQLAndPanicsAreParkedToo(t *testing.T) {
	w, b := newWorld(t), newBoard()
	p := counterProjector(1, func(c counted) error {
		if c.Name == "panic" {
			panic("out of my mind")
		}
		return nil
	})
	p.Key = func(e runtime.Event) string { return e.ID.String() } // each event is a document of its own
	w.start(w.runner(b, p))
	w.count("good", 5)
	w.count("panic", 1)
	w.count("\x00", 1) // Postgres rejects this text
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

func TestLaterEventsOfAParkedDocumentAreParkedAndReplayedInOrder(t *testing.T) {
	ctx := context.Background()
	w, b := newWorld(t), newBoard()
	var fixed atomic.Int64 // events of "doc" up to this N succeed
	p := counterProjector(1, func(c counted) error {
		if c.Name == "doc" && int64(c.N) > fixed.Load() {
			return errPoison
		}
		return nil
	})
	p.Key = byName
	r := w.runner(b, p)
	stop := w.start(r)
	w.count("free", 3)
	for n := range 4 {
		w.add(func(i int) eventlog.Event { return event(i, "doc", n+1) }, 1)
		w.count("free", 2)
	}
	b.wait(t, "counts", uint64(w.next))
	fixed.Store(1) // the first would now succeed, but only a replay applies it
	w.add(func(i int) eventlog.Event { return event(i, "doc", 1) }, 1)
	b.wait(t, "counts", w.count("free", 1))
	w.expect("doc", 0)
	w.expect("free", 12)
	stop()

	parked, err := r.Parked(ctx, "counts")
	if err != nil || len(parked) != 5 || parked[0].Attempts != 1 || parked[1].Attempts != 0 || parked[4].Key != "doc" {
		t.Fatalf("parked = %+v, %v", parked, err)
	}
	fixed.Store(2)
	if done, err := r.ReplayParked(ctx, ""); err != nil || done != (runtime.Replayed{Applied: 2, Failed: 3}) {
		t.Fatalf("replay up to the third = %+v, %v", done, err)
	}
	w.expect("doc", 3)
	fixed.Store(9)
	if done, err := r.ReplayParked(ctx, ""); err != nil || done != (runtime.Replayed{Applied: 3}) {
		t.Fatalf("replay of the rest = %+v, %v", done, err)
	}
	w.expect("doc", 1+2+3+4+1)
	rows, err := w.db.Pool.Query(ctx, `SELECT position FROM counts_v1.applied WHERE name = 'doc' ORDER BY ctid`)
	if err != nil {
		t.Fatal(err)
	}
	order, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil || !slices.IsSorted(order) || len(order) != 5 {
		t.Errorf("applied in the order %v, %v", order, err)
	}
	w.start(w.runner(b, p))
	b.wait(t, "counts", w.count("doc", 1)) // no parked event blocks it any more
	w.expect("doc", 12)
}
