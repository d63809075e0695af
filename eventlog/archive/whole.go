package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/modyard/modyard/eventlog"
)

// Whole is a truncated log together with its archive: Follow, Read and Event read the archived events where the log has
// dropped them, in the same form. Streams begin with the first kept event.
type Whole struct {
	eventlog.Log
	kept    eventlog.Truncater
	archive *Reader
}

// NewWhole joins a log and its archive.
func NewWhole(log WritableLog, archive *Reader) *Whole {
	return &Whole{Log: log, kept: log, archive: archive}
}

// WritableLog is a log that can be truncated.
type WritableLog interface {
	eventlog.Log
	eventlog.Truncater
}

// batchEvents and batchBytes limit a batch of archived events.
const (
	batchEvents = 1000
	batchBytes  = 8 << 20
)

// Follow yields the archived events after a position, and then those of the log.
func (w *Whole) Follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		err := w.read(ctx, after, math.MaxInt64, filter, func(after eventlog.Position) iter.Seq2[eventlog.Batch, error] {
			return w.Log.Follow(ctx, after, filter)
		}, func(b eventlog.Batch) bool { return yield(b, nil) })
		if err != nil && ctx.Err() == nil {
			yield(eventlog.Batch{}, err)
		}
	}
}

// Read yields the events between two positions, of the archive and of the log.
func (w *Whole) Read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		err := w.read(ctx, after, upTo, filter, func(after eventlog.Position) iter.Seq2[eventlog.Batch, error] {
			return w.Log.Read(ctx, after, upTo, filter)
		}, func(b eventlog.Batch) bool { return yield(b, nil) })
		if err != nil {
			yield(eventlog.Batch{}, err)
		}
	}
}

// read reads the archive up to the first kept event, then the log. It returns to the archive if events that it has not
// read are dropped meanwhile.
func (w *Whole) read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter,
	log func(after eventlog.Position) iter.Seq2[eventlog.Batch, error], yield func(eventlog.Batch) bool) error {
	for {
		first, err := w.kept.First(ctx)
		if err != nil {
			return err
		}
		if last := min(first-1, upTo); after < last {
			if more, err := w.archived(ctx, after, last, filter, yield); err != nil || !more {
				return err
			}
			after = last
		}
		if after >= upTo {
			return nil
		}
		again := false
		for batch, err := range log(after) {
			var dropped *eventlog.Truncated
			if errors.As(err, &dropped) {
				again = true
				break
			}
			if err != nil {
				return err
			}
			if after == 0 { // the log begins after 0 whatever it has dropped
				if now, err := w.kept.First(ctx); err != nil || now > 1 {
					if err != nil {
						return err
					}
					again = true
					break
				}
			}
			if after = batch.UpTo; !yield(batch) {
				return nil
			}
		}
		if !again {
			return nil
		}
	}
}

// archived yields batches of the archive up to a position.
func (w *Whole) archived(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter, yield func(eventlog.Batch) bool) (more bool, err error) {
	batch, size, n := eventlog.Batch{UpTo: after}, 0, 0
	for e, err := range w.archive.Events(ctx, after+1, upTo) {
		if err != nil {
			return true, err
		}
		batch.UpTo = e.Position
		n++
		if filter.Passes(e.Stream, e.Type) {
			batch.Events = append(batch.Events, e)
			size += len(e.Data)
		}
		if n == batchEvents || size > batchBytes || e.Position == upTo {
			if !yield(batch) {
				return false, nil
			}
			batch, size, n = eventlog.Batch{UpTo: e.Position}, 0, 0
		}
	}
	return true, nil
}

// Event is the event at a position, of the log or of the archive.
func (w *Whole) Event(ctx context.Context, at eventlog.Position) (eventlog.Recorded, error) {
	e, err := w.Log.Event(ctx, at)
	var dropped *eventlog.Truncated
	if !errors.As(err, &dropped) {
		return e, err
	}
	for e, err := range w.archive.Events(ctx, at, at) {
		return e, err
	}
	return e, fmt.Errorf("event %d: %w", at, ErrDamaged)
}
