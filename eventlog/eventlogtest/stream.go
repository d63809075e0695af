package eventlogtest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var streamTests = map[string]func(*testing.T, func() eventlog.Log){
	"AStreamIsReadFromTheGivenRevision":        streamFrom,
	"ALongStreamIsReadCompletely":              streamLong,
	"AMissingStreamYieldsNothing":              streamAbsent,
	"NamesAreComparedByteByByte":               streamNames,
	"AReaderMayStopEarlyAndAppendWhileReading": streamStop,
	"ACancelledReadReturnsAnError":             streamCancelled,
}

func name(category string, n int) string { return fmt.Sprintf("%s-%06d", category, n) }

func streamFrom(t *testing.T, open func() eventlog.Log) {
	log := open()
	want := events(5)
	for i, e := range want {
		mustAppend(t, log, write("thing-1", eventlog.At(eventlog.Revision(i-1)), e), write("thing-2", eventlog.Any, events(1)...))
	}
	for from := eventlog.Revision(-3); from < 8; from++ {
		got := readStream(t, log, "thing-1", from)
		first := max(from, 0)
		if len(got) != max(0, 5-int(first)) {
			t.Errorf("from %d: %d events", from, len(got))
		}
		for i, e := range got {
			same(t, e, want[int(first)+i], "thing-1", first+eventlog.Revision(i))
		}
	}
}

func streamLong(t *testing.T, open func() eventlog.Log) {
	log := open()
	want := events(2345)
	mustAppend(t, log, write("thing-1", eventlog.NoStream, want...))
	got := readStream(t, log, "thing-1", 0)
	if len(got) != len(want) {
		t.Fatalf("%d events were read, want %d", len(got), len(want))
	}
	for i := range want {
		same(t, got[i], want[i], "thing-1", eventlog.Revision(i))
	}
}

func streamAbsent(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1)...))
	for _, name := range []string{"thing-2", "thing-", "", "thing-\x00", "thing-\xff", "THING-1", "thing-1'; DROP TABLE log.events"} {
		if got := readStream(t, log, name, 0); len(got) != 0 {
			t.Errorf("stream %q has %v", name, got)
		}
	}
}

func streamNames(t *testing.T, open func() eventlog.Log) {
	log := open()
	// Upper and lower case; one character and its two-character spelling; a traditional and a simplified one.
	for _, name := range []string{"slug-a", "slug-A", "slug-é", "slug-e\u0301", "slug-鈉", "slug-钠", "slug-a.b", "slug-a_b", "slug-a%"} {
		mustAppend(t, log, write(name, eventlog.NoStream, events(1)...))
	}
	if got := readStream(t, log, "slug-a", 0); len(got) != 1 {
		t.Errorf("slug-a has %d events", len(got))
	}
}

func streamStop(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1500)...))
	for range 50 { // more than an engine has connections
		for range log.Stream(within(t), "thing-1", 0) {
			mustAppend(t, log, write("thing-2", eventlog.Any, events(1)...))
			break
		}
	}
	if got := readStream(t, log, "thing-2", 0); len(got) != 50 {
		t.Errorf("%d events were appended in the meantime", len(got))
	}
}

func streamCancelled(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(3)...))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var last error
	for _, err := range log.Stream(ctx, "thing-1", 0) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a cancelled read ended with %v", last)
	}
	if _, err := log.Head(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled head gave %v", err)
	}
}
