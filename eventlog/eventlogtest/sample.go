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

// patience limits every wait of the suite: long enough for a busy machine, short enough to fail.
const patience = 30 * time.Second

func within(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// Event creates an event of a type with a new id.
func Event(typ, data string) eventlog.Event {
	return eventlog.Event{
		ID: eventlog.NewEventID(), Type: typ, Data: []byte(data),
		Meta: eventlog.Metadata{Actor: "AABBCCDD", Command: eventlog.NewEventID().String(), At: time.Now()},
	}
}

// events creates n events of one type.
func events(n int) []eventlog.Event {
	made := make([]eventlog.Event, n)
	for i := range made {
		made[i] = Event("thing.happened.v1", fmt.Sprintf(`{"n":%d}`, i))
	}
	return made
}

func write(stream string, expected eventlog.Expected, events ...eventlog.Event) eventlog.Write {
	return eventlog.Write{Stream: stream, Expected: expected, Events: events}
}

func mustAppend(t testing.TB, log eventlog.Log, writes ...eventlog.Write) eventlog.Receipt {
	t.Helper()
	receipt, err := log.Append(within(t), writes...)
	if err != nil {
		t.Fatalf("append: %v", err)
	}
	return receipt
}

// wantConflict expects a conflict on a stream and no stored event of the append.
func wantConflict(t testing.TB, log eventlog.Log, stream string, actual eventlog.Revision, writes ...eventlog.Write) {
	t.Helper()
	before := head(t, log)
	_, err := log.Append(within(t), writes...)
	var conflict *eventlog.Conflict
	if !errors.As(err, &conflict) {
		t.Fatalf("append gave %v, want a conflict on %s", err, stream)
	}
	if conflict.Stream != stream || conflict.Actual != actual {
		t.Errorf("conflict is %+v, want %s at %d", conflict, stream, actual)
	}
	if after := head(t, log); after != before {
		t.Errorf("a rejected append moved the head from %d to %d", before, after)
	}
}

func head(t testing.TB, log eventlog.Log) eventlog.Position {
	t.Helper()
	at, err := log.Head(within(t))
	if err != nil {
		t.Fatalf("head: %v", err)
	}
	return at
}

func readStream(t testing.TB, log eventlog.Log, name string, from eventlog.Revision) []eventlog.Recorded {
	t.Helper()
	var read []eventlog.Recorded
	for e, err := range log.Stream(within(t), name, from) {
		if err != nil {
			t.Fatalf("stream %s: %v", name, err)
		}
		read = append(read, e)
	}
	return read
}

// readAll follows from a position until it has reached the end.
func readAll(t testing.TB, log eventlog.Log, after eventlog.Position, filter eventlog.Filter) ([]eventlog.Recorded, eventlog.Position) {
	t.Helper()
	var read []eventlog.Recorded
	for batch, err := range log.Follow(within(t), after, filter) {
		if err != nil {
			t.Fatalf("follow: %v", err)
		}
		read, after = append(read, batch.Events...), batch.UpTo
		if batch.Live {
			return read, after
		}
	}
	t.Fatal("follow ended before it reached the end")
	return nil, 0
}

// failer is the common interface of tests and property checks.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// same compares an event that was read with the appended one.
func same(t failer, got eventlog.Recorded, want eventlog.Event, stream string, revision eventlog.Revision) {
	t.Helper()
	if got.Stream != stream || got.Revision != revision {
		t.Errorf("event is at %s/%d, want %s/%d", got.Stream, got.Revision, stream, revision)
	}
	if got.ID != want.ID || got.Type != want.Type || !bytes.Equal(got.Data, want.Data) {
		t.Errorf("event is %s %s %q, want %s %s %q", got.ID, got.Type, clip(got.Data), want.ID, want.Type, clip(want.Data))
	}
	if got.Meta != want.Meta.Stored() {
		t.Errorf("metadata is %+v, want %+v", got.Meta, want.Meta.Stored())
	}
}

func clip(b []byte) []byte { return b[:min(len(b), 80)] }
