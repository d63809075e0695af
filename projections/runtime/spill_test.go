package runtime_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// early writes what it counts between events, while further ones are handled.
type early struct {
	rows *rows.Set
	fail func(counted) error
	sums map[string]int
	done chan error
}

func (e *early) counted(_ runtime.Event, p counted) error {
	e.sums[p.Name] += p.N
	return e.fail(p)
}

func (e *early) Spill(ctx context.Context, tx pgx.Tx) error {
	if err := e.Settle(); err != nil {
		return err
	}
	set, done := rows.New(), make(chan error, 1)
	e.to(set)
	e.done = done
	go func() { done <- set.Write(ctx, tx) }()
	return nil
}

func (e *early) Settle() error {
	if e.done == nil {
		return nil
	}
	err := <-e.done
	e.done = nil
	return err
}

func (e *early) Flush(context.Context, pgx.Tx) error {
	if err := e.Settle(); err != nil {
		return err
	}
	e.to(e.rows)
	return nil
}

func (e *early) to(set *rows.Set) {
	for name, n := range e.sums {
		sums.Upsert(set, sum{Name: name}, func(s *sum) { s.Total += n })
	}
	clear(e.sums)
}

func TestWhatIsWrittenBetweenEventsIsPartOfTheBatch(t *testing.T) {
	w, b := newWorld(t), newBoard()
	var failures atomic.Int64
	failures.Store(1)
	p := runtime.Projector{
		Name: "counts", Version: 1, Categories: []string{"thing"}, DDL: counterDDL, Views: []string{"counters"},
		Handlers: runtime.Handle(func(s *rows.Set) *early {
			return &early{rows: s, sums: map[string]int{}, fail: func(c counted) error {
				if c.Name == "c" && failures.Add(-1) >= 0 {
					return errors.New("this batch fails once")
				}
				return nil
			}}
		}, runtime.Try((*early).counted)),
	}
	var last uint64
	want := map[string]int{}
	for _, name := range []string{"a", "b", "a", "c", "a", "c", "b"} {
		last = w.count(name, 1)
		want[name]++
	}
	w.start(w.runner(b, p))
	b.wait(t, "counts", last)
	for name, n := range want {
		w.expect(name, n)
	}
	if n := w.parked(); n > 0 {
		t.Errorf("%d events are parked", n)
	}
	found, err := w.runner(nil, p).Verify(context.Background(), "counts")
	if err != nil || len(found["counts"]) != 0 {
		t.Errorf("a new build differs: %+v, %v", found, err)
	}
}

func TestAPauseIsBetweenLiveBatchesAlone(t *testing.T) {
	w, b := newWorld(t), newBoard()
	p := counterProjector(1, nil)
	p.Pause = time.Hour
	stop := w.start(w.runner(b, p))
	b.wait(t, "counts", w.count("a", 1)) // the first one comes at once
	last := w.count("a", 1)
	stop() // also during a pause
	b = newBoard()
	w.start(w.runner(b, p))
	b.wait(t, "counts", last) // behind the head there is no pause
	w.expect("a", 2)
}
