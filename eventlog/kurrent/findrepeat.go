package kurrent

import (
	"context"
	"fmt"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// findRepeat searches for an earlier append of the same events. The events of an append are consecutive, so the first
// event of one stream, at its definite expectation, determines the positions of all of them.
func (l *Log) findRepeat(ctx context.Context, p *proposal) (eventlog.Receipt, bool, error) {
	before := 0 // events of the append before this write
	for i, w := range p.writes {
		expected := w.Expected
		if p.doubt {
			expected = p.expected[i]
		}
		if expected.Definite() && len(w.Events) > 0 {
			found, _, err := l.streamPage(ctx, w.Stream, eventlog.Range{From: eventlog.Revision(expected) + 1}, 1)
			if err != nil {
				return eventlog.Receipt{}, false, fmt.Errorf("look for the append in %s: %w", w.Stream, err)
			}
			if len(found) == 1 && found[0].Revision == eventlog.Revision(expected)+1 && found[0].ID == w.Events[0].ID {
				return l.equalAt(ctx, p.writes, found[0].Position, before)
			}
		}
		before += len(w.Events)
	}
	return eventlog.Receipt{}, false, nil
}

// equalAt compares the append with the log, given the position of one of its events and the number of events before
// it.
func (l *Log) equalAt(ctx context.Context, writes []eventlog.Write, one eventlog.Position, before int) (eventlog.Receipt, bool, error) {
	start := one
	if before > 0 {
		err := l.scan(ctx, kurrentdb.Backwards, at(one), func(e *kurrentdb.RecordedEvent) bool {
			if ours(e) && place(e) < one {
				start = place(e)
				before--
			}
			return before > 0
		})
		if err != nil || before > 0 {
			return eventlog.Receipt{}, false, err
		}
	}
	receipt := eventlog.Receipt{Revisions: make([]eventlog.Revision, len(writes))}
	left := cursor{writes: writes}
	equal := true
	err := l.scan(ctx, kurrentdb.Forwards, at(start), func(e *kurrentdb.RecordedEvent) bool {
		if !ours(e) {
			return true
		}
		write, want := left.next()
		if eventlog.EventID(e.EventID) != want.ID || e.StreamID != writes[write].Stream {
			equal = false
			return false
		}
		receipt.Position, receipt.Revisions[write] = place(e), eventlog.Revision(e.EventNumber)
		return left.more()
	})
	if err != nil || !equal || left.more() {
		return eventlog.Receipt{}, false, err
	}
	l.saw(receipt.Position)
	for i, w := range writes {
		if len(w.Events) == 0 {
			if receipt.Revisions[i], _, err = l.revision(ctx, w.Stream); err != nil {
				return eventlog.Receipt{}, false, err
			}
		}
	}
	return receipt, true, nil
}

// cursor iterates over the events of an append in their order.
type cursor struct {
	writes       []eventlog.Write
	write, event int
}

func (c *cursor) more() bool {
	for c.write < len(c.writes) && c.event == len(c.writes[c.write].Events) {
		c.write, c.event = c.write+1, 0
	}
	return c.write < len(c.writes)
}

// next returns the next write and event; there must be one.
func (c *cursor) next() (int, eventlog.Event) {
	c.more()
	c.event++
	return c.write, c.writes[c.write].Events[c.event-1]
}
