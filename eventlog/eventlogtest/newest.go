package eventlogtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var newestTests = map[string]func(*testing.T, func() eventlog.Log){
	"TheLastEventOfEachStreamIsRead":        newestOf,
	"LastEventsThatAreLargeAreRead":         newestLarge,
	"TheLastEventIsThatOfTheNewestAppend":   newestWritten,
	"LastEventsOfTooManyStreamsAreRejected": newestTooMany,
	"AReaderOfLastEventsMayStopEarly":       newestStop,
	"ACancelledReadOfLastEventsEnds":        newestCancelled,
}

// newestOf compares the last events with those that a backward read begins with.
func newestOf(t *testing.T, open func() eventlog.Log) {
	log := open()
	for i := range 20 {
		mustAppend(t, log, write(name("thing", i%3), eventlog.Any, events(i%2+1)...), write(name("other", i%2), eventlog.Any, events(1)...))
	}
	for _, names := range [][]string{
		{},
		{"thing-000000"},
		{"other-000001", "thing-000002", "other-000001", "thing-000000"}, // one twice
		{"thing-000001", "thing-9", "thing-", "", "THING-1", "x-\x00"},   // some do not exist
		{"thing-9"},
	} {
		var want []eventlog.Recorded
		for _, one := range slices.Compact(slices.Sorted(slices.Values(names))) {
			want = append(want, collect(t, log.StreamRange(within(t), one, eventlog.Range{To: eventlog.Last, Limit: 1, Backward: true}))...)
		}
		given := slices.Clone(names)
		sameEvents(t, fmt.Sprint("the last of ", names), sorted(collect(t, log.Newest(within(t), names))), sorted(want))
		if !slices.Equal(names, given) {
			t.Errorf("the caller's names became %v", names)
		}
	}
}

func sorted(events []eventlog.Recorded) []eventlog.Recorded {
	slices.SortFunc(events, func(a, b eventlog.Recorded) int { return strings.Compare(a.Stream, b.Stream) })
	return events
}

func newestLarge(t *testing.T, open func() eventlog.Log) {
	log := open()
	var names []string
	for i := range 12 {
		large := events(1)
		large[0].Data = fmt.Appendf(nil, `"%s"`, strings.Repeat("x", eventlog.MaxEventBytes-2))
		names = append(names, name("thing", i))
		mustAppend(t, log, write(names[i], eventlog.NoStream, large...))
	}
	got := sorted(collect(t, log.Newest(within(t), names)))
	if len(got) != len(names) {
		t.Fatalf("%d of %d events", len(got), len(names))
	}
	for i, e := range got {
		if e.Stream != names[i] || len(e.Data) != eventlog.MaxEventBytes {
			t.Errorf("event %d is of %s and has %d bytes", i, e.Stream, len(e.Data))
		}
	}
}

func newestWritten(t *testing.T, open func() eventlog.Log) {
	writer, reader := open(), open()
	for i := range 30 {
		written := write("thing-1", eventlog.At(eventlog.Revision(i)-1), events(1)...)
		mustAppend(t, writer, written)
		got := collect(t, reader.Newest(within(t), []string{"other-1", "thing-1"}))
		if len(got) != 1 || got[0].ID != written.Events[0].ID || got[0].Revision != eventlog.Revision(i) {
			t.Fatalf("after append %d: %+v", i, got)
		}
	}
}

func newestTooMany(t *testing.T, open func() eventlog.Log) {
	log := open()
	var invalid *eventlog.Invalid
	for _, err := range log.Newest(within(t), make([]string, eventlog.MaxStreams+1)) {
		if !errors.As(err, &invalid) {
			t.Errorf("too many names gave %v", err)
		}
		return
	}
	t.Error("no error")
}

func newestStop(t *testing.T, open func() eventlog.Log) {
	log := open()
	for i := range 5 {
		mustAppend(t, log, write(name("thing", i), eventlog.NoStream, events(1)...))
	}
	for range 20 {
		for _, err := range log.Newest(within(t), []string{name("thing", 0), name("thing", 1), name("thing", 2)}) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
	}
}

func newestCancelled(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1)...))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range log.Newest(ctx, []string{"thing-1"}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled read gave %v", err)
		}
		return
	}
	t.Error("no error")
}
