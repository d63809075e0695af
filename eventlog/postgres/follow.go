package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/modyard/modyard/eventlog"
)

const (
	// scanPositions limits the part of the log that one filtered query reads, so that a selective filter still advances
	// UpTo, and no query takes long.
	scanPositions = 50_000

	followAll = `SELECT ` + columns + ` FROM log.events
WHERE position > $1 AND position <= $2 ORDER BY position`
	followTypes = `SELECT ` + columns + ` FROM log.events
WHERE position > $1 AND position <= $2 AND ($3::text[] IS NULL OR type = ANY($3))
	AND ($4::text[] IS NULL OR split_part(stream, '-', 1) = ANY($4)) ORDER BY position LIMIT 1000`
	countRange = `SELECT count(*) FROM log.events WHERE position > $1 AND position <= $2`
)

// Follow yields batches after a position and waits for new events. It uses no connection while it waits or while the
// caller processes a batch.
func (l *Log) Follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		err := l.fromFirst(ctx, after, func(begun func()) error {
			return l.follow(ctx, after, filter, func(b eventlog.Batch) bool { begun(); return yield(b, nil) })
		})
		if err != nil && ctx.Err() == nil {
			yield(eventlog.Batch{}, err)
		}
	}
}

// Read yields the batches between two positions. It uses no connection while the caller processes a batch.
func (l *Log) Read(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter) iter.Seq2[eventlog.Batch, error] {
	return func(yield func(eventlog.Batch, error) bool) {
		err := l.fromFirst(ctx, after, func(begun func()) error {
			return l.readTo(ctx, after, upTo, filter, func(b eventlog.Batch) bool { begun(); return yield(b, nil) })
		})
		if err != nil {
			yield(eventlog.Batch{}, err)
		}
	}
}

func (l *Log) readTo(ctx context.Context, after, upTo eventlog.Position, filter eventlog.Filter, yield func(eventlog.Batch) bool) error {
	head, err := l.Head(ctx)
	if err == nil && after > head {
		err = eventlog.Beyond(after, head)
	}
	if err == nil {
		after, err = l.begin(ctx, after)
	}
	for upTo := min(upTo, head); err == nil && after < upTo; {
		var batch eventlog.Batch
		if batch, err = l.readBatch(ctx, after, upTo, filter); err == nil {
			if after = batch.UpTo; !yield(batch) {
				return nil
			}
		}
	}
	if err != nil {
		return fmt.Errorf("read after %d: %w", after, err)
	}
	return nil
}

func (l *Log) follow(ctx context.Context, after eventlog.Position, filter eventlog.Filter, yield func(eventlog.Batch) bool) error {
	if head, err := l.Head(ctx); err != nil {
		return err
	} else if after > head {
		return eventlog.Beyond(after, head)
	}
	after, err := l.begin(ctx, after)
	if err != nil {
		return fmt.Errorf("follow after %d: %w", after, err)
	}
	live := false // whether the follower was notified that it has reached the end
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

// readTail is readBatch for a follower that had reached the end.
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

// readWhole reads a page of all events and rejects one with a gap.
func (l *Log) readWhole(ctx context.Context, after, upTo eventlog.Position) (page, error) {
	p, err := l.readPage(ctx, int(upTo-after), followAll, after, upTo)
	if err == nil {
		err = dense(after, upTo, p)
	}
	return p, err
}

// readBatch reads from a position to the head, up to the size of a batch.
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
		p, err = l.readPage(ctx, 0, followTypes, after, upTo, orNull(filter.Types), orNull(filter.Categories))
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

// whole checks for gaps among the events that a filter excluded: it counts the range.
func (l *Log) whole(ctx context.Context, after, upTo eventlog.Position) error {
	n, err := l.count(ctx, after, upTo)
	if err != nil || n == uint64(upTo-after) {
		return err
	}
	for after+1 < upTo { // the first gap is in the first half with too few events
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
		return l.reads.QueryRow(ctx, l.schema.sql(countRange), after, upTo).Scan(&n)
	})
	return n, err
}

// dense returns an error for a missing event. This cannot happen on an intact log; on a damaged or partly restored one
// a follower must stop, because it would lose the event permanently.
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

// orNull returns SQL's null for an empty list, which selects everything.
func orNull(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}
