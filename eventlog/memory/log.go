// Package memory is an event log in memory, for tests and experiments. It has all guarantees of the port except
// durability.
package memory

import (
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// batchEvents limits a batch of Follow, as on the other engines.
const batchEvents = 1000

// Log is an event log in memory. Create one with New; it is safe for concurrent use.
type Log struct {
	mu      sync.RWMutex
	events  []eventlog.Recorded            // the event at position p has index p-1; never changed after the append
	streams map[string][]eventlog.Position // positions by revision
	changed chan struct{}                  // closed and replaced by every append
	lenient bool                           // does not check names, types and sizes
	last    time.Time                      // when the last event was recorded
	id      string                         // of the log
	first   eventlog.Position              // the first kept event; earlier ones stay in memory and are not yielded
}

var _ eventlog.Log = (*Log)(nil)

// New creates an empty log.
func New() *Log {
	return &Log{streams: map[string][]eventlog.Position{}, changed: make(chan struct{}), id: eventlog.NewEventID().String(), first: 1}
}

// NewLenient creates an empty log that accepts any names, types and sizes, and a stream several times in one append,
// each time with the expectation that results from the writes before. A double of an engine with its own rules uses it.
func NewLenient() *Log {
	l := New()
	l.lenient = true
	return l
}

// Engine names the engine.
func (l *Log) Engine() string { return "memory" }

// Generation is the log's id.
func (l *Log) Generation(ctx context.Context) (string, error) { return l.id, ctx.Err() }

// Event is the event at a position.
func (l *Log) Event(ctx context.Context, at eventlog.Position) (eventlog.Recorded, error) {
	if err := ctx.Err(); err != nil {
		return eventlog.Recorded{}, err
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	if at == 0 || int(at) > len(l.events) {
		return eventlog.Recorded{}, &eventlog.Missing{Position: at}
	}
	if at < l.first {
		return eventlog.Recorded{}, &eventlog.Truncated{First: l.first}
	}
	return out(l.events[at-1]), nil
}

// Head is the position of the last event.
func (l *Log) Head(ctx context.Context) (eventlog.Position, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	return eventlog.Position(len(l.events)), nil
}

// Append stores all writes, or none.
func (l *Log) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if !l.lenient {
		if err := eventlog.Validate(writes); err != nil {
			return eventlog.Receipt{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return eventlog.Receipt{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if refused := l.refuse(writes); refused != nil {
		if receipt, repeated := l.findRepeat(writes); repeated {
			return receipt, nil
		}
		return eventlog.Receipt{}, refused
	}
	return l.add(writes), nil
}

// refuse returns an error for the first expectation that is not met.
func (l *Log) refuse(writes []eventlog.Write) error {
	ahead := make(map[string]int, len(writes)) // events of the same append, for a stream that occurs again
	for _, w := range writes {
		if actual := l.revision(w.Stream) + eventlog.Revision(ahead[w.Stream]); !w.Expected.Met(actual) {
			return &eventlog.Conflict{Stream: w.Stream, Expected: w.Expected, Actual: actual}
		}
		ahead[w.Stream] += len(w.Events)
	}
	return nil
}

func (l *Log) revision(stream string) eventlog.Revision {
	return eventlog.Revision(len(l.streams[stream]) - 1)
}

// add appends the events and wakes the followers.
func (l *Log) add(writes []eventlog.Write) eventlog.Receipt {
	now := time.Now().UTC().Truncate(time.Microsecond)
	if now.Before(l.last) {
		now = l.last // the clock was set back
	}
	l.last = now
	receipt := eventlog.Receipt{Revisions: make([]eventlog.Revision, len(writes))}
	for i, w := range writes {
		for _, e := range w.Events {
			e.Data = append([]byte{}, e.Data...)
			e.Meta = e.Meta.Stored()
			raw, _ := e.Meta.MarshalJSON() // Validate has checked that it can be encoded
			position := eventlog.Position(len(l.events) + 1)
			l.events = append(l.events, eventlog.Recorded{
				Event: e, Stream: w.Stream, Revision: l.revision(w.Stream) + 1, Position: position,
				RecordedAt: e.Meta.RecordedAt(now), RawMeta: string(raw),
			})
			l.streams[w.Stream] = append(l.streams[w.Stream], position)
		}
		receipt.Revisions[i] = l.revision(w.Stream)
	}
	receipt.Position = eventlog.Position(len(l.events))
	close(l.changed)
	l.changed = make(chan struct{})
	return receipt
}

// Stream yields a stream's events from a revision on.
func (l *Log) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return l.StreamRange(ctx, name, eventlog.Range{From: from, To: eventlog.Last})
}

// StreamRange yields a part of a stream.
func (l *Log) StreamRange(ctx context.Context, name string, r eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		l.mu.RLock()
		positions, events, first := l.streams[name], l.events, l.first
		l.mu.RUnlock()
		kept, _ := slices.BinarySearch(positions, first)
		r.From = max(r.From, eventlog.Revision(kept))
		for rest := r.Clip(eventlog.Revision(len(positions) - 1)); !rest.Empty(); rest = rest.Rest() {
			if err := ctx.Err(); err != nil {
				yield(eventlog.Recorded{}, err)
				return
			}
			if !yield(out(events[positions[rest.Next()]-1]), nil) {
				return
			}
		}
	}
}

// Streams yields the events of several streams up to a position.
func (l *Log) Streams(ctx context.Context, names []string, upTo eventlog.Position) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		names, err := eventlog.ValidNames(names)
		if err != nil {
			yield(eventlog.Recorded{}, err)
			return
		}
		var positions []eventlog.Position
		l.mu.RLock()
		events, first := l.events, l.first
		for _, name := range names {
			positions = append(positions, l.streams[name]...)
		}
		l.mu.RUnlock()
		slices.Sort(positions)
		for _, at := range positions {
			if err := ctx.Err(); err != nil {
				yield(eventlog.Recorded{}, err)
				return
			}
			if at < first {
				continue
			}
			if at > upTo || !yield(out(events[at-1]), nil) {
				return
			}
		}
	}
}

// Newest yields the last event of each of several streams.
func (l *Log) Newest(ctx context.Context, names []string) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		names, err := eventlog.ValidNames(names)
		if err != nil {
			yield(eventlog.Recorded{}, err)
			return
		}
		for _, name := range names {
			for e, err := range l.StreamRange(ctx, name, eventlog.Range{To: eventlog.Last, Limit: 1, Backward: true}) {
				if !yield(e, err) {
					return
				}
			}
		}
	}
}

// out copies the parts that a caller could change.
func out(e eventlog.Recorded) eventlog.Recorded {
	e.Data = append([]byte{}, e.Data...)
	return e
}
