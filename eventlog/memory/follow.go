package memory

import (
	"context"
	"iter"

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
			batch, changed := l.next(after, filter)
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

// next makes a batch and returns the channel that the next append closes.
func (l *Log) next(after eventlog.Position, filter eventlog.Filter) (eventlog.Batch, <-chan struct{}) {
	l.mu.RLock()
	events, changed := l.events, l.changed
	l.mu.RUnlock()
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
