package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/modyard/modyard/eventlog"
)

const (
	// scanPositions bounds the part of the log that one filtered query looks at, so that a filter that
	// lets little pass still moves UpTo, and a query never runs for long.
	scanPositions = 50_000

	followAll = `SELECT ` + columns + ` FROM log.events
WHERE position > $1 AND position <= $2 ORDER BY position`
	followTypes = `SELECT ` + columns + ` FROM log.events
WHERE position > $1 AND position <= $2 AND ($3::text[] IS NULL OR type = ANY($3))
	AND ($4::text[] IS NULL OR split_part(stream, '-', 1) = ANY($4)) ORDER BY position LIMIT 1000`
	countRange = `SELECT count(*) FROM log.events WHERE position > $1 AND position <= $2`
)

// Follow yields batches after a position, for ever. It holds no connection while it waits or while
// the caller works.
func (l *Log) Follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		err := l.follow(ctx, after, filter, func(b eventlog.Batch) bool { return yield(b, nil) })
		if err != nil && ctx.Err() == nil {
			yield(eventlog.Batch{}, err)
		}
	}
}

func (l *Log) follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter, yield func(eventlog.Batch) bool) error {
	if head, err := l.Head(ctx); err != nil {
		return err
	} else if after > head {
		return eventlog.Beyond(after, head)
	}
	live := false // whether the follower knows that it has caught up
	for {
		head, changed := l.head.get()
		if after == head && live {
			select {
			case <-changed:
				continue
			case <-l.closing:
				return eventlog.ErrClosed
			case <-ctx.Done():
				return nil
			}
		}
		read := l.readBatch
		if live {
			read = l.readTail
		}
		batch, err := read(ctx, after, head, filter)
		if err != nil {
			return fmt.Errorf("follow after %d: %w", after, err)
		}
		after, live = batch.UpTo, batch.Live
		if !yield(batch) || ctx.Err() != nil {
			return nil
		}
	}
}

// readTail is readBatch for a follower that had caught up.
func (l *Log) readTail(ctx context.Context, after, head eventlog.Position, filter eventlog.Filter) (eventlog.Batch, error) {
	events, upTo, ok, err := l.tail.read(ctx, after, head)
	if err != nil {
		return eventlog.Batch{}, err
	}
	if !ok {
		return l.readBatch(ctx, after, head, filter)
	}
	if !filter.All() {
		passed := make([]eventlog.Recorded, 0, len(events))
		for _, e := range events {
			if filter.Passes(e.Stream, e.Type) {
				passed = append(passed, e)
			}
		}
		events = passed
	}
	return eventlog.Batch{Events: events, UpTo: upTo, Live: upTo >= head}, nil
}

// readWhole reads a page of all events and refuses one with a hole.
func (l *Log) readWhole(ctx context.Context, after, upTo eventlog.Position) (page, error) {
	p, err := l.readPage(ctx, followAll, after, upTo)
	if err == nil {
		err = dense(after, upTo, p)
	}
	return p, err
}

// readBatch reads from a position to the head, or as much of that as a batch holds.
func (l *Log) readBatch(ctx context.Context, after, head eventlog.Position, filter eventlog.Filter) (eventlog.Batch, error) {
	if after == head {
		return eventlog.Batch{UpTo: head, Live: true}, nil
	}
	var p page
	var err error
	upTo := head
	if filter.All() {
		upTo = min(upTo, after+pageEvents)
		p, err = l.readWhole(ctx, after, upTo)
	} else {
		upTo = min(upTo, after+scanPositions)
		p, err = l.readPage(ctx, followTypes, after, upTo, orNull(filter.Types), orNull(filter.Categories))
	}
	if err != nil {
		return eventlog.Batch{}, err
	}
	if p.cut {
		upTo = p.events[len(p.events)-1].Position
	}
	if !filter.All() {
		if err := l.whole(ctx, after, upTo); err != nil {
			return eventlog.Batch{}, err
		}
	}
	return eventlog.Batch{Events: p.events, UpTo: upTo, Live: upTo == head}, nil
}

// whole is dense for what a filter held back: it counts the range.
func (l *Log) whole(ctx context.Context, after, upTo eventlog.Position) error {
	n, err := l.count(ctx, after, upTo)
	if err != nil || n == uint64(upTo-after) {
		return err
	}
	for after+1 < upTo { // the first hole is in the first half that is short
		middle := after + (upTo-after)/2
		if n, err = l.count(ctx, after, middle); err != nil {
			return err
		}
		if n == uint64(middle-after) {
			after = middle
		} else {
			upTo = middle
		}
	}
	return &eventlog.Missing{Position: upTo}
}

func (l *Log) count(ctx context.Context, after, upTo eventlog.Position) (n uint64, err error) {
	err = l.read(ctx, func(ctx context.Context) error {
		return l.reads.QueryRow(ctx, countRange, after, upTo).Scan(&n)
	})
	return n, err
}

// dense refuses to step over a missing event. It cannot happen on a whole log; on a damaged or partly
// restored one a follower must stop rather than lose the event for good.
func dense(after, upTo eventlog.Position, p page) error {
	for _, e := range p.events {
		if after++; e.Position != after {
			return &eventlog.Missing{Position: after}
		}
	}
	if !p.cut && after != upTo {
		return &eventlog.Missing{Position: after + 1}
	}
	return nil
}

// orNull gives SQL's null for a list that lets everything pass.
func orNull(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}
