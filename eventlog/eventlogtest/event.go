package eventlogtest

import (
	"context"
	"errors"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var eventTests = map[string]func(*testing.T, func() eventlog.Log){
	"AnEventIsFoundByItsPosition":  eventAt,
	"ALogHasOneIdForAllItsHandles": generation,
}

func eventAt(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(3)...), write("other-1", eventlog.NoStream, events(2)...))
	all, _ := readAll(t, log, 0, eventlog.Filter{})
	for i, want := range all {
		e, err := log.Event(within(t), eventlog.Position(i+1))
		if err != nil {
			t.Fatal(err)
		}
		same(t, e, want.Event, want.Stream, want.Revision)
		if e.Position != want.Position || !e.RecordedAt.Equal(want.RecordedAt) {
			t.Errorf("event %d is at %d, recorded %v; want %v", i+1, e.Position, e.RecordedAt, want.RecordedAt)
		}
		copy(e.Data, "changed")
	}
	again, _ := readAll(t, log, 0, eventlog.Filter{})
	same(t, again[0], all[0].Event, "thing-1", 0)
	for _, at := range []eventlog.Position{0, 6, 1 << 40} {
		var missing *eventlog.Missing
		if e, err := log.Event(within(t), at); !errors.As(err, &missing) || missing.Position != at {
			t.Errorf("position %d gave %+v, %v", at, e, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := log.Event(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled read gave %v", err)
	}
}

func generation(t *testing.T, open func() eventlog.Log) {
	first, second := open(), open()
	id, err := first.Generation(within(t))
	if err != nil || id == "" {
		t.Fatalf("the log's id is %q, %v", id, err)
	}
	mustAppend(t, second, write("thing-1", eventlog.NoStream, events(1)...))
	for _, log := range []eventlog.Log{first, second, open()} {
		if again, err := log.Generation(within(t)); err != nil || again != id {
			t.Errorf("the log's id is %q, was %q: %v", again, id, err)
		}
	}
}
