package kurrent_test

import (
	"errors"
	"iter"
	"math"
	"testing"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

func TestAStreamWithoutItsBeginningReturnsMissing(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log, client := open(t, url), official(t, url)
		for what, lose := range map[string]func(*kurrentdb.StreamMetadata){
			"truncated":                      func(m *kurrentdb.StreamMetadata) { m.SetTruncateBefore(3) },
			"at most two events":             func(m *kurrentdb.StreamMetadata) { m.SetMaxCount(2) },
			"cut off to its end":             func(m *kurrentdb.StreamMetadata) { m.SetTruncateBefore(5) },
			"truncated with a maximum count": func(m *kurrentdb.StreamMetadata) { m.SetTruncateBefore(1); m.SetMaxCount(4) },
		} {
			stream := fresh()
			for r := range 5 {
				if _, err := log.Append(within(t), happened(stream, eventlog.At(eventlog.Revision(r-1)))); err != nil {
					t.Fatal(err)
				}
			}
			var meta kurrentdb.StreamMetadata
			lose(&meta)
			if _, err := client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta); err != nil {
				t.Fatal(err)
			}
			for how, read := range map[string]iter.Seq2[eventlog.Recorded, error]{
				"forwards": log.Stream(within(t), stream, 0),
				"together": log.Streams(within(t), []string{stream}, math.MaxInt64),
			} {
				n := 0
				var last error
				for _, err := range read {
					if last = err; err == nil {
						n++
					}
				}
				var missing *eventlog.Missing
				if !errors.As(last, &missing) || *missing != (eventlog.Missing{Stream: stream}) || n != 0 {
					t.Errorf("%s, %s: %d events and %v", what, how, n, last)
				}
			}
		}
	})
}

func TestABackwardReadStopsAtATruncatedRevision(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log, client := open(t, url), official(t, url)
		stream := fresh()
		for r := range 5 {
			if _, err := log.Append(within(t), happened(stream, eventlog.At(eventlog.Revision(r-1)))); err != nil {
				t.Fatal(err)
			}
		}
		var meta kurrentdb.StreamMetadata
		meta.SetTruncateBefore(3)
		if _, err := client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			of   eventlog.Range
			n    int
			lost eventlog.Revision // -1 for none
		}{
			{eventlog.Range{To: eventlog.Last}, 2, 2},
			{eventlog.Range{To: 3}, 1, 2},
			{eventlog.Range{To: 1}, 0, 1},
			{eventlog.Range{To: 9, Limit: 2}, 2, -1},
			{eventlog.Range{From: 3, To: 9}, 2, -1},
		} {
			c.of.Backward = true
			n, lost := 0, eventlog.NoRevision
			for _, err := range log.StreamRange(within(t), stream, c.of) {
				var missing *eventlog.Missing
				switch {
				case errors.As(err, &missing):
					lost = missing.Revision
				case err != nil:
					t.Fatal(err)
				default:
					n++
				}
			}
			if n != c.n || lost != c.lost {
				t.Errorf("%+v: %d events, revision %d is missing; want %d and %d", c.of, n, lost, c.n, c.lost)
			}
		}
	})
}

func TestEventsBehindAGapCanBeReadFromTheirRevision(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log, client := open(t, url), official(t, url)
		stream := fresh()
		for r := range 5 {
			if _, err := log.Append(within(t), happened(stream, eventlog.At(eventlog.Revision(r-1)))); err != nil {
				t.Fatal(err)
			}
		}
		var meta kurrentdb.StreamMetadata
		meta.SetTruncateBefore(3)
		if _, err := client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta); err != nil {
			t.Fatal(err)
		}
		for from, want := range map[eventlog.Revision]int{3: 2, 4: 1, 5: 0, 9: 0} {
			n := 0
			for e, err := range log.Stream(within(t), stream, from) {
				if err != nil || e.Revision != from+eventlog.Revision(n) {
					t.Errorf("from %d: %d, %v", from, e.Revision, err)
				}
				n++
			}
			if n != want {
				t.Errorf("from %d: %d events", from, n)
			}
		}
		if receipt, err := log.Append(within(t), happened(stream, eventlog.At(4))); err != nil || receipt.Revisions[0] != 5 {
			t.Errorf("append gave %+v, %v", receipt, err)
		}
	})
}

func TestAnAppendToAStreamWithoutItsEventsFailsAtOnce(t *testing.T) {
	overEveryNode(t, func(t *testing.T, url string) {
		log, client := open(t, url), official(t, url)
		stream := fresh()
		if _, err := log.Append(within(t), happened(stream, eventlog.NoStream)); err != nil {
			t.Fatal(err)
		}
		var meta kurrentdb.StreamMetadata
		meta.SetTruncateBefore(1)
		if _, err := client.SetStreamMetadata(within(t), stream, kurrentdb.AppendToStreamOptions{}, meta); err != nil {
			t.Fatal(err)
		}
		for _, expected := range []eventlog.Expected{eventlog.NoStream, eventlog.Any, eventlog.Exists} {
			var missing *eventlog.Missing
			if _, err := log.Append(within(t), happened(stream, expected)); !errors.As(err, &missing) || missing.Stream != stream {
				t.Errorf("expecting %v it gave %v", expected, err)
			}
		}
	})
}
