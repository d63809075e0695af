package commands_test

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// sums is a state that Evolve changes in place.
type sums map[string]int

type cached = *commands.Aggregate[sums, int]

// sumsOf are sums whose states are cached.
func sumsOf(version string) cached {
	return &commands.Aggregate[sums, int]{
		Category: "counter", Version: version, Clone: maps.Clone[sums],
		Evolve: commands.Timeless(func(s sums, event any) sums {
			if s == nil {
				s = sums{}
			}
			s["sum"] += event.(counted).By
			return s
		}),
		Decide: func(_ sums, by int) ([]decision.Event, error) {
			return decision.In(role.Member, []any{counted{by}}, nil)
		},
	}
}

// withStates runs a test with both snapshot stores, and a cache of states.
func withStates(t *testing.T, test func(l *long)) {
	withSnapshots(t, func(l *long) {
		l.h.States = commands.NewStates(1 << 20)
		test(l)
	})
}

// beside is another process on the same log.
func (l *long) beside() *long {
	log := &reading{Log: l.log.Log}
	return &long{T: l.T, log: log, snapshots: l.snapshots, h: &commands.Handler{
		Log: log, Codec: l.h.Codec, Snapshots: l.snapshots, States: commands.NewStates(1 << 20),
	}}
}

// adds adds one, and returns the sum before and the number of events that were read.
func (l *long) adds(command string, of cached) (sum, read int, out commands.Outcome) {
	l.Helper()
	l.log.events = 0
	out, err := l.h.Handle(l.Context(), commands.Request{Command: command}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := of.Get(ctx, tx, "1")
		if err != nil {
			return err
		}
		sum = e.State()["sum"]
		return e.Do(1)
	})
	if err != nil {
		l.Fatal(err)
	}
	return sum, l.log.events, out
}

func (l *long) addsUpTo(n int, of cached) {
	l.Helper()
	for i := range n {
		if sum, _, out := l.adds(id(i), of); sum != i || out.Repeated {
			l.Fatalf("command %d: sum %d, %+v", i, sum, out)
		}
	}
}

func TestOnlyTheEventsAfterACachedStateAreRead(t *testing.T) {
	withStates(t, func(l *long) {
		of := sumsOf("sums/1")
		l.addsUpTo(201, of) // the last of them stores a snapshot
		for n := 201; n < 1000; n++ {
			if sum, read, _ := l.adds(id(n), of); sum != n || read > 2 {
				l.Fatalf("after %d events: sum %d, %d read", n, sum, read)
			}
		}
		kept, _, err := l.snapshots.Find(l.Context(), "counter-1", "", commands.SnapshotID{})
		if err != nil || kept.Revision != 799 {
			l.Error("snapshots are not stored any more:", kept, err)
		}
	})
}

func TestTheEventsOfAnotherProcessAreReadAfterACachedState(t *testing.T) {
	withStates(t, func(l *long) {
		of, other := sumsOf("sums/1"), l.beside()
		l.addsUpTo(250, of)
		for n := 250; n < 700; n++ {
			by := []*long{l, other, other}[n%3]
			if sum, _, _ := by.adds(id(n), of); sum != n {
				l.Fatalf("after %d events: sum %d", n, sum)
			}
		}
	})
}

func TestACommandBeforeACachedStateIsHandledOnce(t *testing.T) {
	withStates(t, func(l *long) {
		of, other := sumsOf("sums/1"), l.beside()
		l.addsUpTo(650, of)
		other.adds(id(650), of)
		for _, n := range []int{0, 199, 200, 201, 399, 400, 599, 600, 601, 649, 650} {
			for _, by := range []*long{l, other} {
				if _, read, out := by.adds(id(n), of); !out.Repeated || read > 60 {
					l.Errorf("command %d: %+v, %d read", n, out, read)
				}
			}
		}
		if head, _ := l.log.Head(l.Context()); head != 651 {
			l.Error(head)
		}
	})
}

func TestACachedStateIsNotUsedWithoutItsSnapshotOrInAnotherFold(t *testing.T) {
	withStates(t, func(l *long) {
		of := sumsOf("sums/1")
		l.addsUpTo(250, of)
		if err := l.beside().h.DeleteSnapshot(l.Context(), "counter-1"); err != nil {
			l.Fatal(err)
		}
		if sum, read, _ := l.adds("deleted by another process", of); sum != 250 || read != 250 {
			l.Error("no snapshot:", sum, read)
		}
		if sum, read, _ := l.adds("another fold", sumsOf("sums/2")); sum != 251 || read != 251 {
			l.Error("another fold:", sum, read)
		}
	})
}

// restored is a log without its last events, as after a restore.
type restored struct {
	eventlog.Log
	generation string // empty: that of the log
	last       eventlog.Revision
}

func (r restored) Generation(ctx context.Context) (string, error) {
	if r.generation != "" {
		return r.generation, nil
	}
	return r.Log.Generation(ctx)
}

func (r restored) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return r.StreamRange(ctx, name, eventlog.Range{From: from, To: r.last})
}

func TestACachedStateOfAnotherLogOrALostTailIsNotUsed(t *testing.T) {
	for what, log := range map[string]restored{
		"another log": {generation: "another", last: 249}, "a lost tail": {last: 244}, "a tail before the snapshot": {last: 100},
	} {
		t.Run(what, func(t *testing.T) {
			withStates(t, func(l *long) {
				of := sumsOf("sums/1")
				l.addsUpTo(250, of)
				l.adds(id(0), of) // the state is cached with all of them
				log.Log = l.log.Log
				l.log.Log = log
				err := l.h.Read(l.Context(), actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
					e, err := of.Get(ctx, tx, "1")
					if err == nil && e.State()["sum"] != int(log.last)+1 {
						l.Error(e.State(), log.last)
					}
					return err
				})
				if err != nil {
					l.Error(err)
				}
			})
		})
	}
}

func TestADecisionThatIsNotAppendedLeavesTheCachedState(t *testing.T) {
	withStates(t, func(l *long) {
		of := sumsOf("sums/1")
		l.addsUpTo(250, of)
		stop := errors.New("no")
		for range 3 {
			_, err := l.h.Handle(l.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
				e, err := of.Get(ctx, tx, "1")
				if err != nil {
					return err
				}
				before := e.State()
				if err := errors.Join(e.Do(7), e.Do(7)); err != nil || before["sum"] != 250 || e.State()["sum"] != 264 {
					l.Error(err, before, e.State())
				}
				return stop
			})
			if !errors.Is(err, stop) {
				l.Fatal(err)
			}
		}
		if sum, _, _ := l.adds("d", of); sum != 250 {
			l.Error(sum)
		}
	})
}

func TestDecisionsAtOnceShareACachedState(t *testing.T) {
	withStates(t, func(l *long) {
		of := sumsOf("sums/1")
		l.addsUpTo(250, of)
		l.h.Log = l.log.Log // which counts nothing
		var wg sync.WaitGroup
		for n := range 4 {
			wg.Go(func() {
				for i := range 10 {
					_, err := l.h.Handle(l.Context(), commands.Request{Command: id(1000 + 10*n + i)}, func(ctx context.Context, tx *commands.Tx) error {
						e, err := of.Get(ctx, tx, "1")
						if err != nil {
							return err
						}
						return e.Do(1)
					})
					if err != nil {
						l.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if sum, _, _ := l.adds("last", of); sum != 290 {
			l.Error(sum)
		}
	})
}

func TestACacheWithoutRoomChangesNothing(t *testing.T) {
	withStates(t, func(l *long) {
		l.h.States = commands.NewStates(1)
		l.addsUpTo(650, sumsOf("sums/1"))
	})
}

func TestAStateOfTheNewestEventReadsOneEvent(t *testing.T) {
	withStates(t, func(l *long) {
		l.addsUpTo(10, sumsOf("sums/1"))
		of := &commands.Aggregate[[]int, any]{
			Category: "counter", Newest: true,
			Evolve: commands.Timeless(func(s []int, event any) []int { return append(slices.Clone(s), event.(counted).By) }),
		}
		l.log.events = 0
		_, err := l.h.Handle(l.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
			for id, want := range map[string]int{"1": 1, "2": 0} {
				e, err := of.Open(ctx, tx, id)
				if err != nil {
					return err
				}
				if len(e.State()) != want {
					l.Error(id, e.State())
				}
				e.Follow(role.Member, counted{5}) // at the revision that was read
			}
			return nil
		})
		if err != nil || l.log.events != 1 {
			l.Error(err, l.log.events)
		}
	})
}

func TestManyThingsAreOpenedAsOneAfterTheOther(t *testing.T) {
	withStates(t, func(l *long) {
		l.addsUpTo(10, sumsOf("sums/1"))
		l.h.Log = l.log.Log
		of := sumsOf("sums/1")
		out, err := l.h.Handle(l.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
			first, err := of.Get(ctx, tx, "1")
			if err != nil {
				return err
			}
			all, err := of.OpenAll(ctx, tx, "2", "1", "2", "3")
			if err != nil {
				return err
			}
			if err := all[0].Do(2); err != nil {
				return err
			}
			if all[1].State()["sum"] != 10 || first.State()["sum"] != 10 || all[2].State()["sum"] != 2 || len(all[3].State()) != 0 {
				l.Error(all)
			}
			if none, err := of.OpenAll(ctx, tx); err != nil || len(none) != 0 {
				l.Error(none, err)
			}
			return nil
		})
		if err != nil || out.Position != 11 {
			l.Error(out, err)
		}
		if again, err := l.h.Handle(l.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
			_, err := of.OpenAll(ctx, tx, "3", "2")
			return err
		}); err != nil || !again.Repeated {
			l.Error(again, err)
		}
	})
}
