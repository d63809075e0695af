package eventlogtest

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/eventlog"
)

var modelTests = map[string]func(*testing.T, func() eventlog.Log){
	"AnySequenceOfAppendsHasTheResultsOfAList": model,
}

// model runs random appends, including repeats, against a log and a simple list of events, and compares every answer.
// One log is used for all sequences: each has its own streams.
func model(t *testing.T, open func() eventlog.Log) {
	log := open()
	var sequence atomic.Int64
	rapid.Check(t, func(rt *rapid.T) {
		m := &list{base: head(t, log), prefix: fmt.Sprintf("seq%d", sequence.Add(1))}
		var sent [][]eventlog.Write
		for range rapid.IntRange(1, 12).Draw(rt, "appends") {
			var writes []eventlog.Write
			if len(sent) > 0 && rapid.Bool().Draw(rt, "repeat") {
				writes = change(rt, rapid.SampledFrom(sent).Draw(rt, "earlier"))
			} else {
				writes = m.draw(rt)
			}
			sent = append(sent, writes)
			want, refused := m.append(writes)
			got, err := log.Append(within(t), writes...)
			var conflict *eventlog.Conflict
			switch {
			case refused != nil && (!errors.As(err, &conflict) || *conflict != *refused):
				rt.Fatalf("append gave %v, want %v", err, refused)
			case refused == nil && err != nil:
				rt.Fatalf("append gave %v", err)
			case refused == nil:
				sameReceipt(rt, got, want)
			}
		}
		m.compare(t, rt, log)
	})
}

// change sometimes changes a repeat.
func change(rt *rapid.T, writes []eventlog.Write) []eventlog.Write {
	switch rapid.IntRange(0, 5).Draw(rt, "change") {
	case 0:
		return writes[:1]
	case 1:
		last := writes[len(writes)-1]
		last.Events = append(append([]eventlog.Event{}, last.Events...), Event("a.b.v1", "more"))
		return append(append([]eventlog.Write{}, writes[:len(writes)-1]...), last)
	case 2:
		if len(writes) > 1 {
			return append(append([]eventlog.Write{}, writes[1:]...), writes[0])
		}
	}
	return writes
}

// list is a minimal model of a log.
type list struct {
	base   eventlog.Position
	prefix string
	events []eventlog.Recorded
}

func (m *list) stream(name string) (read []eventlog.Recorded) {
	for _, e := range m.events {
		if e.Stream == name {
			read = append(read, e)
		}
	}
	return read
}

func (m *list) revision(name string) eventlog.Revision {
	return eventlog.Revision(len(m.stream(name)) - 1)
}

func (m *list) draw(rt *rapid.T) (writes []eventlog.Write) {
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 1, 3, rapid.ID).Draw(rt, "streams") {
		name := m.prefix + "-" + id
		at := eventlog.At(m.revision(name))
		expected := rapid.SampledFrom([]eventlog.Expected{at, at, at, eventlog.Any, eventlog.NoStream, eventlog.Exists, at + 1, max(at-1, -1)}).Draw(rt, "expected")
		writes = append(writes, write(name, expected, events(rapid.IntRange(0, 3).Draw(rt, "events"))...))
	}
	return writes
}

func (m *list) append(writes []eventlog.Write) (eventlog.Receipt, *eventlog.Conflict) {
	for _, w := range writes {
		if actual := m.revision(w.Stream); !w.Expected.Met(actual) {
			if receipt, repeated := m.repeated(writes); repeated {
				return receipt, nil
			}
			return eventlog.Receipt{}, &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: actual}
		}
	}
	var receipt eventlog.Receipt
	for _, w := range writes {
		for _, e := range w.Events {
			m.events = append(m.events, eventlog.Recorded{Event: e, Stream: w.Stream, Revision: m.revision(w.Stream) + 1})
		}
		receipt.Revisions = append(receipt.Revisions, m.revision(w.Stream))
	}
	receipt.Position = m.base + eventlog.Position(len(m.events))
	return receipt, nil
}

// repeated searches for the append as a sequence of consecutive events, with at least one of its first events in the
// place of a definite expectation.
func (m *list) repeated(writes []eventlog.Write) (eventlog.Receipt, bool) {
	for start := range m.events {
		receipt, at, definite, ok := eventlog.Receipt{}, start, false, true
		for _, w := range writes {
			revision := m.revision(w.Stream)
			for i, e := range w.Events {
				if at == len(m.events) || m.events[at].ID != e.ID || m.events[at].Stream != w.Stream {
					ok = false
					break
				}
				revision = m.events[at].Revision
				definite = definite || i == 0 && w.Expected.Definite() && eventlog.Expected(revision) == w.Expected+1
				at++
			}
			if !ok {
				break
			}
			receipt.Revisions = append(receipt.Revisions, revision)
		}
		if ok && definite {
			receipt.Position = m.base + eventlog.Position(at)
			return receipt, true
		}
	}
	return eventlog.Receipt{}, false
}

func (m *list) compare(t *testing.T, rt *rapid.T, log eventlog.Log) {
	all, _ := readAll(t, log, m.base, eventlog.Filter{})
	if len(all) != len(m.events) {
		rt.Fatalf("the log has %d events, want %d", len(all), len(m.events))
	}
	for i, want := range m.events {
		same(rt, all[i], want.Event, want.Stream, want.Revision)
	}
	m.compareParts(t, rt, log, all)
	for _, id := range []string{"a", "b", "c"} {
		name := m.prefix + "-" + id
		read, want := readStream(t, log, name, 0), m.stream(name)
		if len(read) != len(want) {
			rt.Fatalf("stream %s has %d events, want %d", name, len(read), len(want))
		}
		for i, e := range want {
			same(rt, read[i], e.Event, name, eventlog.Revision(i))
		}
	}
}

// compareParts compares random parts of the log with the list; all are the list's events as the log returns them.
func (m *list) compareParts(t *testing.T, rt *rapid.T, log eventlog.Log, all []eventlog.Recorded) {
	var streams [3][]eventlog.Recorded
	names := []string{m.prefix + "-a", m.prefix + "-b", m.prefix + "-c"}
	for _, e := range all {
		i := slices.Index(names, e.Stream)
		streams[i] = append(streams[i], e)
	}
	of := rapid.IntRange(0, 2).Draw(rt, "range of")
	r := eventlog.Range{
		From: rapid.SampledFrom([]eventlog.Revision{-1, 0, 1, 2, 5}).Draw(rt, "from"), To: rapid.SampledFrom([]eventlog.Revision{0, 1, 3, 20, eventlog.Last}).Draw(rt, "to"),
		Limit: rapid.IntRange(0, 4).Draw(rt, "limit"), Backward: rapid.Bool().Draw(rt, "backward"),
	}
	sameEvents(rt, r, collect(t, log.StreamRange(within(t), names[of], r)), part(streams[of], r))
	end := m.base + eventlog.Position(len(all))
	after := m.base + eventlog.Position(rapid.IntRange(0, len(all)).Draw(rt, "after"))
	upTo := m.base + eventlog.Position(rapid.IntRange(0, len(all)+1).Draw(rt, "up to"))
	chosen := names[:rapid.IntRange(0, 3).Draw(rt, "streams")]
	var read, together []eventlog.Recorded
	for _, e := range all {
		if e.Position <= upTo {
			if e.Position > after {
				read = append(read, e)
			}
			if slices.Contains(chosen, e.Stream) {
				together = append(together, e)
			}
		}
	}
	got, reached := readPart(t, log, after, upTo, eventlog.Filter{})
	sameEvents(rt, "read", got, read)
	if want := max(after, min(upTo, end)); reached != want {
		rt.Errorf("the read reached %d, want %d", reached, want)
	}
	sameEvents(rt, chosen, collect(t, log.Streams(within(t), chosen, upTo)), together)
}
