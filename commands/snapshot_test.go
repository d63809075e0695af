package commands_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/snapshot"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/pgtest"
)

// tally is a sum and the number of its events.
type tally struct{ Sum, Events int }

type tallies = *commands.Aggregate[tally, int]

func talliesOf(version string) tallies {
	return &commands.Aggregate[tally, int]{
		Category: "counter", Version: version,
		Evolve: commands.Timeless(func(s tally, event any) tally { return tally{s.Sum + event.(counted).By, s.Events + 1} }),
		Decide: func(_ tally, by int) ([]decision.Event, error) {
			return decision.In(role.Member, []any{counted{by}}, nil)
		},
	}
}

// reading counts the events that are read from streams.
type reading struct {
	eventlog.Log
	events int
}

func (r *reading) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		for e, err := range r.Log.Stream(ctx, name, from) {
			r.events++
			if !yield(e, err) {
				return
			}
		}
	}
}

func (r *reading) StreamRange(ctx context.Context, name string, part eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		for e, err := range r.Log.StreamRange(ctx, name, part) {
			r.events++
			if !yield(e, err) {
				return
			}
		}
	}
}

func (r *reading) Newest(ctx context.Context, names []string) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		for e, err := range r.Log.Newest(ctx, names) {
			r.events++
			if !yield(e, err) {
				return
			}
		}
	}
}

type long struct {
	*testing.T
	h         *commands.Handler
	log       *reading
	snapshots commands.Snapshots
}

// withSnapshots runs a test with both snapshot stores.
func withSnapshots(t *testing.T, test func(l *long)) {
	start := func(t *testing.T, s commands.Snapshots) *long {
		h, _ := setUp(t, 0)
		log := &reading{Log: memory.New()}
		h.Log, h.Snapshots = log, s
		return &long{T: t, h: h, log: log, snapshots: s}
	}
	t.Run("memory", func(t *testing.T) { test(start(t, commandstest.NewSnapshots())) })
	t.Run("postgres", func(t *testing.T) { test(start(t, snapshot.New(pgtest.Database(t).Pool, nil))) })
}

// id is a command id that was derived from a key, so the command can be sent again.
func id(n int) string { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(fmt.Sprint(n))).String() }

// count adds one, and returns the state before.
func (l *long) count(command string, of tallies) (tally, commands.Outcome) {
	l.Helper()
	var state tally
	out, err := l.h.Handle(l.Context(), commands.Request{Command: command}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := of.Get(ctx, tx, "1")
		if err != nil {
			return err
		}
		state = e.State()
		return e.Do(1)
	})
	if err != nil {
		l.Fatal(err)
	}
	return state, out
}

func (l *long) fill(n int, of tallies) {
	l.Helper()
	for i := range n {
		l.count(id(i), of)
	}
}

// reads returns how many events one more command reads, and the state that it reads.
func (l *long) reads(command string, of tallies) (int, tally, commands.Outcome) {
	l.Helper()
	l.log.events = 0
	state, out := l.count(command, of)
	return l.log.events, state, out
}

func TestALongStreamIsReadFromASnapshot(t *testing.T) {
	withSnapshots(t, func(l *long) {
		of := talliesOf("tally/1")
		for n := range 1000 {
			read, state, _ := l.reads(id(n), of)
			if state != (tally{n, n}) || read > 201 {
				l.Fatalf("after %d events: %+v, %d read", n, state, read)
			}
		}
	})
}

func TestASnapshotOfAnotherFoldLogOrHistoryIsNotUsed(t *testing.T) {
	withSnapshots(t, func(l *long) {
		of := talliesOf("tally/1")
		l.fill(250, of)
		if read, state, _ := l.reads("x1", talliesOf("tally/2")); read != 250 || state.Sum != 250 {
			l.Error("another fold:", read, state)
		}
		kept, _, err := l.snapshots.Find(l.Context(), "counter-1", "", commands.SnapshotID{})
		if err != nil || kept == nil || kept.Fold != "tally/2" {
			l.Fatal(kept, err)
		}
		for what, spoil := range map[string]func(s *commands.Snapshot){
			"another log":     func(s *commands.Snapshot) { s.Generation = "another" },
			"another event":   func(s *commands.Snapshot) { s.Event = eventlog.NewEventID() },
			"a lost tail":     func(s *commands.Snapshot) { s.Revision = 100_000 },
			"another history": func(s *commands.Snapshot) { s.Revision-- },
		} {
			spoiled := *kept
			spoiled.State = []byte(`{"Sum":7,"Events":7}`)
			spoil(&spoiled)
			if err := l.snapshots.Keep(l.Context(), spoiled, nil, false); err != nil {
				l.Fatal(err)
			}
			head, _ := l.log.Head(l.Context())
			if _, state, _ := l.reads(what, talliesOf("tally/2")); state.Sum != int(head) {
				l.Errorf("%s: %+v of %d", what, state, head)
			}
		}
	})
}

func TestACommandCoveredByASnapshotIsHandledOnce(t *testing.T) {
	withSnapshots(t, func(l *long) {
		of := talliesOf("tally/1")
		l.fill(650, of)
		for _, n := range []int{0, 150, 199, 200, 201, 399, 400, 401, 600, 649} {
			read, _, out := l.reads(id(n), of)
			if !out.Repeated || read > 201 {
				l.Errorf("command %d: %+v, %d read", n, out, read)
			}
		}
		if head, _ := l.log.Head(l.Context()); head != 650 {
			l.Error(head)
		}
	})
}

func TestASnapshotIsDeletedWithTheCommandsThatItCovers(t *testing.T) {
	withSnapshots(t, func(l *long) {
		of := talliesOf("tally/1")
		l.fill(250, of)
		if err := l.h.DeleteSnapshot(l.Context(), "counter-1"); err != nil {
			l.Fatal(err)
		}
		if kept, covered, err := l.snapshots.Find(l.Context(), "counter-1", id(3), commands.SnapshotID{}); kept != nil || covered != nil || err != nil {
			l.Error(kept, covered, err)
		}
		if read, _, out := l.reads(id(3), of); !out.Repeated || read != 250 {
			l.Error(read, out)
		}
	})
}

func TestAReadAfterADecisionSeesItsEventsAfterASnapshot(t *testing.T) {
	withSnapshots(t, func(l *long) {
		of := talliesOf("tally/1")
		l.fill(250, of)
		_, err := l.h.Handle(l.Context(), commands.Request{Command: "c"}, func(ctx context.Context, tx *commands.Tx) error {
			for want := 250; want < 253; want++ {
				e, err := of.Get(ctx, tx, "1")
				if err != nil {
					return err
				}
				if e.State() != (tally{want, want}) {
					l.Errorf("%+v, want %d", e.State(), want)
				}
				if err := e.Do(1); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			l.Fatal(err)
		}
	})
}

// failing stores nothing.
type failing struct{ commands.Snapshots }

func (failing) Keep(context.Context, commands.Snapshot, []commands.Covered, bool) error {
	return errors.New("no room")
}

func TestACommandSucceedsIfItsSnapshotCannotBeStored(t *testing.T) {
	h, _ := setUp(t, 0)
	log := &reading{Log: memory.New()}
	w := commandstest.New(t)
	h.Log, h.Snapshots, h.Logger = log, failing{commandstest.NewSnapshots()}, w.Logger
	l := &long{T: t, h: h, log: log}
	l.fill(210, talliesOf("tally/1"))
}

func TestAnotherRequestWithTheIDOfAHandledCommandIsRejected(t *testing.T) {
	withSnapshots(t, func(l *long) {
		ask := func(n int, hash string) error {
			_, err := l.h.Handle(l.Context(), commands.Request{Command: id(n), Hash: hash}, func(ctx context.Context, tx *commands.Tx) error {
				e, err := talliesOf("tally/1").Get(ctx, tx, "1")
				if err != nil {
					return err
				}
				return e.Do(1)
			})
			return err
		}
		for n := range 250 {
			if err := ask(n, "one"); err != nil {
				l.Fatal(err)
			}
		}
		for _, n := range []int{3, 199, 240} { // covered, the snapshot's own event, read
			if err := ask(n, "one"); err != nil {
				l.Error(n, err)
			}
			var f interface{ FaultCode() string }
			if err := ask(n, "two"); !errors.As(err, &f) || f.FaultCode() != "idempotency_key_reused" {
				l.Error(n, err)
			}
		}
	})
}
