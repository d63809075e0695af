package eventlogtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Index finds the events of a log by their ids and its positions by time (eventlog/seal).
type Index interface {
	Event(ctx context.Context, id eventlog.EventID) (eventlog.Recorded, error)
	PositionAt(ctx context.Context, at time.Time) (eventlog.Position, error)
}

// Indexed is an empty log with its index. Catch brings what the index keeps to the end of the log; what comes later is found
// all the same. Missing is the error for an unknown id.
type Indexed struct {
	Log     eventlog.Log
	Index   Index
	Catch   func()
	Missing error
}

// RunIndexed tests the guarantees of an index over an engine, in addition to Run.
func RunIndexed(t *testing.T, factory func(t *testing.T) Indexed) {
	for name, test := range map[string]func(*testing.T, Indexed){
		"AnEmptyLogHasNoEventAndNoPosition":              indexEmpty,
		"EveryEventIsFoundWhetherOrNotTheIndexHasIt":     indexAll,
		"ARepeatedAppendIsFoundAtItsFirstPlace":          indexRepeat,
		"ARejectedAppendIsNotFound":                      indexRejected,
		"AnEventIsFoundWhenItsAppendHasReturned":         indexWritten,
		"ACancelledSearchEnds":                           indexCancelled,
		"TheTimeOfACopiedEventIsThatOfItsFirstRecording": indexCopied,
	} {
		t.Run(name, func(t *testing.T) { test(t, factory(t)) })
	}
}

func indexEmpty(t *testing.T, x Indexed) {
	for range 2 {
		if _, err := x.Index.Event(within(t), eventlog.NewEventID()); !errors.Is(err, x.Missing) {
			t.Errorf("an unknown event: %v", err)
		}
		if at, err := x.Index.PositionAt(within(t), time.Now()); at != 0 || err != nil {
			t.Errorf("an empty log is at %d, %v", at, err)
		}
		x.Catch()
	}
}

func indexAll(t *testing.T, x Indexed) {
	some := func(streams int) {
		for i := range streams {
			mustAppend(t, x.Log, write(fmt.Sprintf("thing-%d", i), eventlog.Any, events(3)...), write("other-1", eventlog.Any, events(1)...))
		}
	}
	some(8)
	x.all(t)
	x.Catch()
	x.all(t)
	some(3)
	x.all(t)
}

// all finds each event of the log by its id and by its time, and nothing else.
func (x Indexed) all(t *testing.T) {
	t.Helper()
	all, _ := readAll(t, x.Log, 0, eventlog.Filter{})
	for _, e := range all {
		found, err := x.Index.Event(within(t), e.ID)
		if err != nil || found.Position != e.Position || found.Stream != e.Stream || found.Revision != e.Revision || !bytes.Equal(found.Data, e.Data) {
			t.Errorf("event at %d: found %d of %s, %v", e.Position, found.Position, found.Stream, err)
		}
		for _, at := range []time.Time{e.RecordedAt.Add(-time.Microsecond), e.RecordedAt} {
			want := eventlog.Position(0)
			for _, other := range all {
				if !other.RecordedAt.After(at) {
					want = other.Position
				}
			}
			if got, err := x.Index.PositionAt(within(t), at); err != nil || got != want {
				t.Errorf("position at %s is %d, %v; want %d", at, got, err, want)
			}
		}
	}
	for at, want := range map[time.Time]eventlog.Position{time.Unix(0, 0): 0, time.Now().AddDate(1000, 0, 0): all[len(all)-1].Position} {
		if got, err := x.Index.PositionAt(within(t), at); err != nil || got != want {
			t.Errorf("position at %s is %d, %v; want %d", at, got, err, want)
		}
	}
	if _, err := x.Index.Event(within(t), eventlog.NewEventID()); !errors.Is(err, x.Missing) {
		t.Errorf("an unknown event: %v", err)
	}
}

func indexRepeat(t *testing.T, x Indexed) {
	first := write("thing-1", eventlog.NoStream, events(2)...)
	mustAppend(t, x.Log, first)
	x.Catch()
	mustAppend(t, x.Log, write("other-1", eventlog.NoStream, events(1)...))
	mustAppend(t, x.Log, first)
	x.Catch()
	for i, e := range first.Events {
		if found, err := x.Index.Event(within(t), e.ID); err != nil || found.Stream != "thing-1" || found.Revision != eventlog.Revision(i) {
			t.Errorf("%+v, %v", found, err)
		}
	}
	x.all(t)
}

func indexRejected(t *testing.T, x Indexed) {
	mustAppend(t, x.Log, write("thing-1", eventlog.NoStream, events(1)...))
	rejected := write("thing-1", eventlog.NoStream, events(1)...)
	var conflict *eventlog.Conflict
	if _, err := x.Log.Append(within(t), rejected); !errors.As(err, &conflict) {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := x.Index.Event(within(t), rejected.Events[0].ID); !errors.Is(err, x.Missing) {
			t.Errorf("a rejected event: %v", err)
		}
		x.Catch()
	}
}

func indexWritten(t *testing.T, x Indexed) {
	for i := range 20 {
		one := write(fmt.Sprintf("thing-%d", i), eventlog.NoStream, events(1)...)
		mustAppend(t, x.Log, one)
		if _, err := x.Index.Event(within(t), one.Events[0].ID); err != nil {
			t.Errorf("event %d: %v", i, err)
		}
		if i%7 == 0 {
			x.Catch()
		}
	}
}

func indexCancelled(t *testing.T, x Indexed) {
	mustAppend(t, x.Log, write("thing-1", eventlog.NoStream, events(1)...))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.Index.Event(ctx, eventlog.NewEventID()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search by id gave %v", err)
	}
	if _, err := x.Index.PositionAt(ctx, time.Now()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search by time gave %v", err)
	}
}

func indexCopied(t *testing.T, x Indexed) {
	old := time.Date(2020, 5, 1, 12, 0, 0, 0, time.UTC)
	for i := range 3 {
		copied := events(1)
		copied[0].Meta.Recorded = old.Add(time.Duration(i) * time.Hour)
		mustAppend(t, x.Log, write(fmt.Sprintf("thing-%d", i), eventlog.NoStream, copied...))
	}
	for range 2 {
		at, err := x.Index.PositionAt(within(t), old.Add(90*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if e, err := x.Log.Event(within(t), at); err != nil || e.Stream != "thing-1" {
			t.Errorf("an hour and a half later the log was at %s, %v", e.Stream, err)
		}
		x.Catch()
	}
}
