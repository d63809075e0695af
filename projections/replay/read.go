// Package replay reads the recorded downloads again, in the order of the log of hits, from any place on: for analysts who
// judge them by their own rules.
package replay

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
)

const (
	// late is how much later than its time a hit may be recorded: a hit belongs to its own day or to the next one.
	late = 48 * time.Hour
	// early is how much earlier a hit may be recorded by a machine whose clock is behind.
	early = time.Hour
)

// Codec decodes the events of the log of hits.
type Codec interface {
	Decode(typ string, data []byte) (any, error)
}

// Hit is a recorded download and its place.
type Hit struct {
	download.Hit
	Cursor Cursor
}

// Event are the hits of one event that were not read before. Without hits it only says how far the log was read: to Next.
type Event struct {
	Hits     []Hit
	Next     Cursor // continues behind the event
	Recorded time.Time
	Bytes    int // of the event
}

// Events yields what was recorded behind a cursor up to a position (inclusive), in log order, and ends there or where the
// log ended at the call. A batch without hits yields an Event without hits.
func Events(ctx context.Context, log eventlog.Reader, codec Codec, after Cursor, upTo eventlog.Position) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for batch, err := range log.Read(ctx, after.after(), upTo, eventlog.Filter{Categories: []string{download.Download.Category()}}) {
			if err != nil {
				yield(Event{}, fmt.Errorf("read hits behind %s: %w", after, err))
				return
			}
			for _, e := range batch.Events {
				hits, err := unpack(codec, e, after)
				if err != nil {
					yield(Event{}, err)
					return
				}
				if !yield(Event{Hits: hits, Next: Behind(e.Position), Recorded: e.RecordedAt, Bytes: len(e.Data)}, nil) {
					return
				}
			}
			if n := len(batch.Events); batch.UpTo >= after.Position && (n == 0 || batch.Events[n-1].Position < batch.UpTo) {
				if !yield(Event{Next: Behind(batch.UpTo)}, nil) {
					return
				}
			}
		}
	}
}

func unpack(codec Codec, e eventlog.Recorded, after Cursor) ([]Hit, error) {
	payload, err := codec.Decode(e.Type, e.Data)
	if err != nil {
		return nil, fmt.Errorf("read hits of event %d: %w", e.Position, err)
	}
	recorded, ok := payload.(download.Recorded)
	if !ok {
		return nil, nil
	}
	hits, err := recorded.Hits.Hits()
	if err != nil {
		return nil, fmt.Errorf("read hits of event %d: %w", e.Position, err)
	}
	out := make([]Hit, 0, len(hits))
	for i, h := range hits {
		if e.Position == after.Position && i <= after.Index {
			continue
		}
		out = append(out, Hit{Hit: h, Cursor: Cursor{Position: e.Position, Index: i}})
	}
	return out, nil
}

// Selection chooses hits by their own time and project.
type Selection struct {
	After   Cursor
	From    time.Time // inclusive; zero: from the beginning
	Until   time.Time // exclusive; zero: to the end of the log
	Project string    // empty: all
}

// Select yields the chosen hits, an event at a time, to where the log ends at the call. The parts of the log that were
// recorded clearly before or after the range are not read. A cursor behind the end of the log is of another log: ErrCursor.
func Select(ctx context.Context, log eventlog.Reader, codec Codec, s Selection) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		head, err := log.Head(ctx)
		if err == nil && s.After.Position > head {
			yield(Event{}, fmt.Errorf("%w: the log ends at %d, before %s", ErrCursor, head, s.After))
			return
		}
		if err == nil && !s.From.IsZero() {
			var from eventlog.Position
			if from, err = recordedBefore(ctx, log, head, s.From.Add(-early)); err == nil && s.After.Position < from {
				s.After = Behind(from)
			}
		}
		if err != nil {
			yield(Event{}, fmt.Errorf("find the first hits: %w", err))
			return
		}
		for e, err := range Events(ctx, log, codec, s.After, head) {
			if err != nil {
				yield(e, err)
				return
			}
			chosen, within := e.Hits[:0], s.Until.IsZero() || len(e.Hits) == 0
			for _, h := range e.Hits {
				if !s.Until.IsZero() && !h.At.Before(s.Until) {
					continue
				}
				within = true
				if !h.At.Before(s.From) && (s.Project == "" || h.Project == s.Project) {
					chosen = append(chosen, h)
				}
			}
			if !within && e.Recorded.After(s.Until.Add(late)) {
				return
			}
			if e.Hits = chosen; !yield(e, nil) {
				return
			}
		}
	}
}

// recordedBefore is the position of the last event that was recorded before a time, zero if there is none. Times of
// recording never decrease.
func recordedBefore(ctx context.Context, log eventlog.Reader, head eventlog.Position, at time.Time) (eventlog.Position, error) {
	low, high := eventlog.Position(0), head // what is recorded up to low is before, what is behind high is not
	for low < high {
		middle := low + (high-low+1)/2
		e, err := log.Event(ctx, middle)
		if err != nil {
			return 0, err
		}
		if e.RecordedAt.Before(at) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low, nil
}
