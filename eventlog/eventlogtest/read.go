package eventlogtest

import (
	"context"
	"errors"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var readTests = map[string]func(*testing.T, func() eventlog.Log){
	"AReadEndsAtItsPosition":                        readBounds,
	"AReadEndsWhereTheLogEndedAtTheCall":            readEnd,
	"AReadAfterThePositionOrOfAnEmptyLogHasNothing": readNothing,
	"AReadBeyondTheLogIsRejected":                   readBeyond,
	"ACancelledReadOfTheLogReturnsAnError":          readCancelled,
	"ABatchOfAReadMayBeProcessedSlowly":             readSlow,
}

// readPart reads a part of the log and checks its batches.
func readPart(t testing.TB, log eventlog.Log, after, upTo eventlog.Position, filter eventlog.Filter) ([]eventlog.Recorded, eventlog.Position) {
	t.Helper()
	var read []eventlog.Recorded
	live := false
	for batch, err := range log.Read(within(t), after, upTo, filter) {
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		if live || batch.UpTo < after || batch.UpTo > upTo || len(batch.Events) > 1000 {
			t.Errorf("a batch of %d events up to %d, live %v, after %d", len(batch.Events), batch.UpTo, live, after)
		}
		read, after, live = append(read, batch.Events...), batch.UpTo, batch.Live
	}
	return read, after
}

func readBounds(t *testing.T, open func() eventlog.Log) {
	log := open()
	for i := range 30 {
		mustAppend(t, log, write(name([]string{"thing", "other"}[i%2], i%3), eventlog.Any, Event([]string{"a.a.v1", "a.b.v1"}[i/2%2], `{}`)))
	}
	all, _ := readAll(t, log, 0, eventlog.Filter{})
	for _, filter := range []eventlog.Filter{{}, {Types: []string{"a.b.v1"}}, {Categories: []string{"other"}}, {Types: []string{"a.a.v1", "not.there.v1"}, Categories: []string{"thing"}}} {
		for after := range eventlog.Position(31) {
			for upTo := after; upTo < 33; upTo += 4 {
				var want []eventlog.Recorded
				for _, e := range all {
					if e.Position > after && e.Position <= upTo && filter.Passes(e.Stream, e.Type) {
						want = append(want, e)
					}
				}
				got, reached := readPart(t, log, after, upTo, filter)
				sameEvents(t, filter, got, want)
				if reached != min(upTo, 30) {
					t.Errorf("%+v: a read from %d to %d reached %d", filter, after, upTo, reached)
				}
			}
		}
	}
}

func readEnd(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.Any, events(2500)...))
	seen := 0
	var reached eventlog.Position
	for batch, err := range log.Read(within(t), 0, 1<<50, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		seen, reached = seen+len(batch.Events), batch.UpTo
		mustAppend(t, log, write("thing-1", eventlog.Any, events(1)...)) // it does not chase the end
		if batch.Live != (reached == 2500) {
			t.Errorf("live is %v at %d", batch.Live, reached)
		}
	}
	if seen != 2500 || reached != 2500 {
		t.Errorf("%d events up to %d", seen, reached)
	}
}

func readNothing(t *testing.T, open func() eventlog.Log) {
	log := open()
	if got, reached := readPart(t, log, 0, 1<<50, eventlog.Filter{}); len(got) != 0 || reached != 0 {
		t.Errorf("an empty log has %d events up to %d", len(got), reached)
	}
	mustAppend(t, log, write("thing-1", eventlog.Any, events(5)...))
	for _, upTo := range []eventlog.Position{0, 2, 3} {
		for range log.Read(within(t), 3, upTo, eventlog.Filter{}) {
			t.Errorf("a read from 3 to %d yielded something", upTo)
		}
	}
}

func readBeyond(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.Any, events(2)...))
	var invalid *eventlog.Invalid
	count := 0
	for _, err := range log.Read(within(t), 3, 9, eventlog.Filter{}) {
		if count++; !errors.As(err, &invalid) {
			t.Errorf("a read after the end of the log gave %v", err)
		}
	}
	if count != 1 {
		t.Errorf("it yielded %d times", count)
	}
}

func readCancelled(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.Any, events(2500)...))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 2 { // during the read, and before it
		var last error
		batches := 0
		for _, err := range log.Read(ctx, 0, 2500, eventlog.Filter{}) {
			batches, last = batches+1, err
			cancel()
		}
		if !errors.Is(last, context.Canceled) || batches > 2 {
			t.Errorf("a cancelled read ended with %v after %d batches", last, batches)
		}
	}
}

func readSlow(t *testing.T, open func() eventlog.Log) {
	log := open()
	for range 12 {
		e := Event("a.b.v1", "")
		e.Data = make([]byte, eventlog.MaxEventBytes)
		mustAppend(t, log, write("thing-1", eventlog.Any, e))
	}
	for _, err := range log.Read(within(t), 0, 12, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, log, write("thing-2", eventlog.Any, events(1)...))
		if got, _ := readPart(t, log, 0, 12, eventlog.Filter{}); len(got) != 12 {
			t.Errorf("another read saw %d events", len(got))
		}
	}
}
