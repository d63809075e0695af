package runtime_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// seen is a memory: the names that the last events had.
type seen struct{ last []string }

const rememberedNames = 3

func (s *seen) add(name string) (known bool) {
	for _, n := range s.last {
		known = known || n == name
	}
	if s.last = append(s.last, name); len(s.last) > rememberedNames {
		s.last = s.last[1:]
	}
	return known
}

// distinct counts an event unless one of the events before it has its name.
type distinct struct {
	rows *rows.Set
	seen *seen
	fail func(counted) error
}

func (d *distinct) Remember(m any) { d.seen = m.(*seen) }

func (d *distinct) counted(e runtime.Event, p counted) error {
	if !d.seen.add(p.Name) {
		sums.Upsert(d.rows, sum{Name: p.Name}, func(s *sum) { s.Total++ })
	}
	d.rows.After(`insert into applied values ($1, $2)`, int64(e.Position), p.Name)
	return d.fail(p)
}

func distinctProjector(recalled *atomic.Int64, fail func(counted) error) runtime.Projector {
	return runtime.Projector{
		Name: "counts", Version: 1, Categories: []string{"thing"}, DDL: counterDDL, Views: []string{"counters", "applied"},
		Memory: &runtime.Memory{
			Since: `select min(position) from (select position from applied order by position desc limit 3) a`,
			New:   func() any { return &seen{} },
			Add: func(m any, e runtime.Event) error {
				recalled.Add(1)
				m.(*seen).add(e.Payload.(counted).Name)
				return nil
			},
		},
		Handlers: runtime.Handle(func(s *rows.Set) *distinct { return &distinct{rows: s, fail: fail} }, runtime.Try((*distinct).counted)),
	}
}

// wantDistinct is how often each name counts.
func wantDistinct(names []string) map[string]int {
	want, memory := map[string]int{}, &seen{}
	for _, n := range names {
		if !memory.add(n) {
			want[n]++
		}
	}
	return want
}

func never(counted) error { return nil }

func TestAMemoryIsFoldedAgainAfterARestart(t *testing.T) {
	w := newWorld(t)
	var names []string
	var recalled atomic.Int64
	for round, some := range [][]string{{"a", "b", "a"}, {"b", "c", "d", "a"}, {"a"}, {"d", "e", "b"}} {
		b := newBoard()
		stop := w.start(w.runner(b, distinctProjector(&recalled, never)))
		for _, name := range some {
			names = append(names, name)
			b.wait(t, "counts", w.count(name, 1)) // a batch for each event
		}
		stop()
		if got, most := recalled.Load(), int64(round*rememberedNames); got > most {
			t.Errorf("%d events were read again in %d starts, want %d at most", got, round, most)
		}
	}
	for name, n := range wantDistinct(names) {
		w.expect(name, n)
	}
	found, err := w.runner(nil, distinctProjector(&recalled, never)).Verify(context.Background(), "counts")
	if err != nil || len(found["counts"]) != 0 {
		t.Errorf("a new build differs: %+v, %v", found, err)
	}
}

func TestAMemoryOfAFailedBatchIsNotUsed(t *testing.T) {
	w, b := newWorld(t), newBoard()
	var recalled, failures atomic.Int64
	failures.Store(1)
	p := distinctProjector(&recalled, func(c counted) error {
		if c.Name == "c" && failures.Add(-1) >= 0 {
			return errors.New("this batch fails once")
		}
		return nil
	})
	names := []string{"a", "b", "c", "a", "c", "b", "d", "e", "a"}
	for _, name := range names {
		w.count(name, 1)
	}
	w.start(w.runner(b, p))
	b.wait(t, "counts", uint64(len(names)))
	for name, n := range wantDistinct(names) {
		w.expect(name, n)
	}
}
