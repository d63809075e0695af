package memory

import (
	"context"
	"iter"
	"math"

	"github.com/modyard/modyard/eventlog"
)

// Follow yields batches after a position and waits for new events.
func (l *Log) Follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		if head, err := l.Head(ctx); err == nil && after > head {
			yield(eventlog.Batch{}, eventlog.Beyond(after, head))
			return
		}
		live := false // whether the follower was notified that it has reached the end
		for ctx.Err() == nil {
			var err error
			if after, err = l.begin(after); err != nil { // for each batch: a slow follower may miss events that were dropped
				yield(eventlog.Batch{}, err)
				return
			}
			batch, changed := l.next(after, math.MaxUint64, filter)
			if batch.UpTo > after || batch.Live && !live {
				after, live = batch.UpTo, batch.Live
				if !yield(batch, nil) {
					return
				}
				continue
			}
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}
}

// Read yields the batches between two positions.
func (l *Log) Read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		head, err := l.Head(ctx)
		if err == nil && after > head {
			err = eventlog.Beyond(after, head)
		}
		for upTo := min(upTo, head); err == nil && after < upTo; err = ctx.Err() {
			if after, err = l.begin(after); err != nil || after >= upTo {
				break
			}
			batch, _ := l.next(after, upTo, filter)
			if after = batch.UpTo; !yield(batch, nil) {
				return
			}
		}
		if err != nil {
			yield(eventlog.Batch{}, err)
		}
	}
}

// next makes a batch of the log up to a position, and returns the channel that the next append closes.
func (l *Log) next(after, upTo eventlog.Position, filter eventlog.Filter) (eventlog.Batch, <-chan struct{}) {
	l.mu.RLock()
	events, changed := l.events, l.changed
	l.mu.RUnlock()
	events = events[:min(upTo, eventlog.Position(len(events)))]
	batch := eventlog.Batch{UpTo: after}
	for _, e := range events[after:] {
		if len(batch.Events) == batchEvents {
			break
		}
		if filter.Passes(e.Stream, e.Type) {
			batch.Events = append(batch.Events, out(e))
		}
		batch.UpTo = e.Position
	}
	batch.Live = int(batch.UpTo) == len(events)
	return batch, changed
}
