package eventlogtest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var streamsTests = map[string]func(*testing.T, func() eventlog.Log){
	"SeveralStreamsAreReadInLogOrderUpToAPosition": streamsUpTo,
	"ManyLongStreamsAreReadCompletely":             streamsLong,
	"SeveralStreamsOfLargeEventsAreRead":           streamsLarge,
	"TooManyStreamsAreRejected":                    streamsTooMany,
	"AnAppendIsReadCompletelyOrNotAtAll":           streamsWhole,
	"AReaderOfSeveralStreamsMayStopEarly":          streamsStop,
}

// streamsUpTo compares the streams at every position with the events of the whole log.
func streamsUpTo(t *testing.T, open func() eventlog.Log) {
	log := open()
	for i := range 20 {
		mustAppend(t, log, write(name("thing", i%3), eventlog.Any, events(i%2+1)...), write(name("other", i%2), eventlog.Any, events(1)...))
	}
	all, _ := readAll(t, log, 0, eventlog.Filter{})
	for _, names := range [][]string{
		{},
		{"thing-000000"},
		{"thing-000001", "other-000000"},
		{"other-000001", "thing-000002", "other-000001", "thing-000000"}, // one twice
		{"thing-000001", "thing-9", "thing-", "", "THING-1", "x-\x00"},   // some do not exist
		{"thing-9"},
	} {
		for upTo := range eventlog.Position(len(all) + 3) {
			var want []eventlog.Recorded
			for _, e := range all {
				if e.Position <= upTo && slices.Contains(names, e.Stream) {
					want = append(want, e)
				}
			}
			given := slices.Clone(names)
			got := collect(t, log.Streams(within(t), names, upTo))
			sameEvents(t, fmt.Sprint(names, " up to ", upTo), got, want)
			if !slices.Equal(names, given) {
				t.Errorf("the caller's names became %v", names)
			}
			for i := 1; i < len(got); i++ {
				if got[i].RecordedAt.Before(got[i-1].RecordedAt) {
					t.Errorf("event %d was recorded before event %d", got[i].Position, got[i-1].Position)
				}
			}
		}
	}
}

func streamsLong(t *testing.T, open func() eventlog.Log) {
	log := open()
	var names []string
	for i := range 120 {
		names = append(names, name("thing", i))
		mustAppend(t, log, write(names[i], eventlog.NoStream, events(10)...))
	}
	for range 2 { // one of them is longer than a page
		mustAppend(t, log, write(names[7], eventlog.Any, events(700)...), write(name("other", 1), eventlog.Any, events(100)...))
	}
	head := head(t, log)
	want, _ := readAll(t, log, 0, eventlog.Filter{Categories: []string{"thing"}})
	sameEvents(t, "all", collect(t, log.Streams(within(t), names, head)), want)
	upTo := want[1999].Position
	sameEvents(t, "a part", collect(t, log.Streams(within(t), names, upTo)), want[:2000])
}

func streamsLarge(t *testing.T, open func() eventlog.Log) {
	log := open()
	const n = 12
	var names []string
	for i := range n {
		e := Event("a.b.v1", "")
		e.Data = make([]byte, eventlog.MaxEventBytes)
		names = append(names, name("thing", i%3))
		mustAppend(t, log, write(names[i], eventlog.Any, e))
	}
	if got := collect(t, log.Streams(within(t), names, n)); len(got) != n || len(got[n-1].Data) != eventlog.MaxEventBytes {
		t.Errorf("%d events", len(got))
	}
}

func streamsTooMany(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1)...))
	var invalid *eventlog.Invalid
	count := 0
	for _, err := range log.Streams(within(t), make([]string, eventlog.MaxStreams+1), 1) {
		if count++; !errors.As(err, &invalid) {
			t.Errorf("too many names gave %v", err)
		}
	}
	if count != 1 {
		t.Errorf("it yielded %d times", count)
	}
}

// streamsWhole reads two streams while appends write to both.
func streamsWhole(t *testing.T, open func() eventlog.Log) {
	log, reader := open(), open()
	const appends = 60
	var writing sync.WaitGroup
	writing.Go(func() {
		for range appends {
			mustAppend(t, log, write("thing-1", eventlog.Any, events(1)...), write("thing-2", eventlog.Any, events(1)...))
		}
	})
	for done := false; !done; {
		got := collect(t, reader.Streams(within(t), []string{"thing-2", "thing-1"}, 1<<50))
		for i, e := range got {
			if e.Revision != eventlog.Revision(i/2) || e.Stream != fmt.Sprintf("thing-%d", i%2+1) {
				t.Fatalf("event %d is %s/%d", i, e.Stream, e.Revision)
			}
		}
		if len(got)%2 != 0 {
			t.Errorf("half of an append was read: %d events", len(got))
		}
		done = len(got) == 2*appends
	}
	writing.Wait()
}

func streamsStop(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1200)...), write("thing-2", eventlog.NoStream, events(3)...))
	for i := range 50 { // more than an engine has connections
		for range log.Streams(within(t), []string{"thing-2", "thing-1"}, 1203) {
			mustAppend(t, log, write("thing-3", eventlog.At(eventlog.Revision(i-1)), events(1)...))
			break
		}
	}
}
