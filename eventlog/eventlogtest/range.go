package eventlogtest

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

var rangeTests = map[string]func(*testing.T, func() eventlog.Log){
	"ARangeYieldsItsRevisionsInBothDirections":          rangeAll,
	"ALongStreamIsReadCompletelyInBothDirections":       rangeLong,
	"LargeEventsAreReadBackwards":                       rangeLarge,
	"ARangeOfAMissingStreamYieldsNothing":               rangeAbsent,
	"TheNewestEventsAreReadWithoutKnowingTheirRevision": rangeNewest,
	"ARangeHasTheSameFormInBothDirections":              rangeForm,
	"ACancelledRangeReturnsAnError":                     rangeCancelled,
}

// collect reads a sequence of events completely.
func collect(t testing.TB, events iter.Seq2[eventlog.Recorded, error]) (read []eventlog.Recorded) {
	t.Helper()
	for e, err := range events {
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		read = append(read, e)
	}
	return read
}

// part is the expected content of a range of a stream.
func part(stream []eventlog.Recorded, r eventlog.Range) (events []eventlog.Recorded) {
	for i := range stream {
		e := stream[i]
		if r.Backward {
			e = stream[len(stream)-1-i]
		}
		if e.Revision >= r.From && e.Revision <= r.To && (r.Limit <= 0 || len(events) < r.Limit) {
			events = append(events, e)
		}
	}
	return events
}

// sameEvents compares events with those read before.
func sameEvents(t failer, what any, got, want []eventlog.Recorded) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%+v: %d events, want %d", what, len(got), len(want))
		return
	}
	for i, w := range want {
		same(t, got[i], w.Event, w.Stream, w.Revision)
		if got[i].Position != w.Position {
			t.Errorf("%+v: event %d is at %d, want %d", what, i, got[i].Position, w.Position)
		}
	}
}

func rangeAll(t *testing.T, open func() eventlog.Log) {
	log := open()
	for i := range 5 {
		mustAppend(t, log, write("thing-1", eventlog.At(eventlog.Revision(i-1)), events(1)...), write("thing-2", eventlog.Any, events(1)...))
	}
	stream := readStream(t, log, "thing-1", 0)
	for _, backward := range []bool{false, true} {
		for from := eventlog.Revision(-2); from < 7; from++ {
			for _, to := range []eventlog.Revision{-1, 0, 1, 3, 4, 5, 9, eventlog.Last} {
				for _, limit := range []int{-1, 0, 1, 2, 9} {
					r := eventlog.Range{From: from, To: to, Limit: limit, Backward: backward}
					sameEvents(t, r, collect(t, log.StreamRange(within(t), "thing-1", r)), part(stream, r))
				}
			}
		}
	}
}

func rangeLong(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(2345)...))
	stream := readStream(t, log, "thing-1", 0)
	for _, r := range []eventlog.Range{
		{To: eventlog.Last, Backward: true},
		{To: 2200, Backward: true},
		{From: 17, To: 2300, Backward: true, Limit: 2100},
		{From: 17, To: 2300},
		{From: 17, To: eventlog.Last, Limit: 2100},
		{From: 128, To: 1128},
	} {
		sameEvents(t, r, collect(t, log.StreamRange(within(t), "thing-1", r)), part(stream, r))
	}
}

func rangeLarge(t *testing.T, open func() eventlog.Log) {
	log := open()
	for range 12 {
		e := Event("a.b.v1", "")
		e.Data = make([]byte, eventlog.MaxEventBytes)
		mustAppend(t, log, write("thing-1", eventlog.Any, e))
	}
	next := eventlog.Revision(11)
	for e, err := range log.StreamRange(within(t), "thing-1", eventlog.Range{To: eventlog.Last, Backward: true}) {
		if err != nil || e.Revision != next || len(e.Data) != eventlog.MaxEventBytes {
			t.Fatalf("revision %d of %d bytes, want %d: %v", e.Revision, len(e.Data), next, err)
		}
		next--
	}
	if next != -1 {
		t.Errorf("it ended behind revision %d", next)
	}
}

func rangeAbsent(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(1)...))
	for _, name := range []string{"thing-2", "thing-", "", "thing-\x00", "THING-1", "thing-1'; DROP TABLE log.events"} {
		for _, r := range []eventlog.Range{{To: eventlog.Last}, {To: eventlog.Last, Backward: true}, {To: 3, Backward: true, Limit: 1}} {
			if got := collect(t, log.StreamRange(within(t), name, r)); len(got) != 0 {
				t.Errorf("stream %q has %v", name, got)
			}
		}
	}
}

func rangeNewest(t *testing.T, open func() eventlog.Log) {
	log := open()
	for i := range 20 {
		receipt := mustAppend(t, log, write("thing-1", eventlog.Any, events(3)...))
		got := collect(t, log.StreamRange(within(t), "thing-1", eventlog.Range{To: eventlog.Last, Limit: 2, Backward: true}))
		if len(got) != 2 || got[0].Position != receipt.Position || got[0].Revision != eventlog.Revision(3*i+2) || got[1].Revision != got[0].Revision-1 {
			t.Errorf("the newest events are %+v, want revision %d at %d", got, 3*i+2, receipt.Position)
		}
	}
}

func rangeForm(t *testing.T, open func() eventlog.Log) {
	log := open()
	for range 5 {
		mustAppend(t, log, write("thing-1", eventlog.Any, events(1)...))
	}
	forward := readStream(t, log, "thing-1", 0)
	backward := collect(t, log.StreamRange(within(t), "thing-1", eventlog.Range{To: eventlog.Last, Backward: true}))
	for i, e := range backward {
		if want := forward[len(forward)-1-i]; !e.RecordedAt.Equal(want.RecordedAt) {
			t.Errorf("revision %d was recorded at %v, want %v", e.Revision, e.RecordedAt, want.RecordedAt)
		}
		copy(e.Data, "changed")
	}
	again := readStream(t, log, "thing-1", 0)
	sameEvents(t, "after a caller changed what it read", again, forward)
}

func rangeCancelled(t *testing.T, open func() eventlog.Log) {
	log := open()
	mustAppend(t, log, write("thing-1", eventlog.NoStream, events(3)...))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for what, events := range map[string]iter.Seq2[eventlog.Recorded, error]{
		"a backward range": log.StreamRange(ctx, "thing-1", eventlog.Range{To: eventlog.Last, Backward: true}),
		"streams":          log.Streams(ctx, []string{"thing-1"}, 3),
	} {
		var last error
		for _, err := range events {
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("%s that was cancelled ended with %v", what, last)
		}
	}
}
