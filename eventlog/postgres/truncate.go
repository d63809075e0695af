package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// kept and dropped are read only where an event is missing, or at the begin of a read, so that the main log, which has
// neither, has the same queries.
const (
	canTruncate   = `SELECT to_regclass($1) IS NOT NULL`
	readFirst     = `SELECT first FROM log.kept`
	readDropped   = `SELECT d.revision FROM log.streams s JOIN log.dropped d ON d.stream_id = s.id WHERE s.name = $1`
	listDropped   = `SELECT stream_id, revision FROM log.dropped WHERE stream_id = ANY($1)`
	dropPartition = `SELECT log.drop_partition($1)`
)

var _ eventlog.Truncater = (*Log)(nil)

// findTruncation finds out whether the schema can drop events.
func (l *Log) findTruncation(ctx context.Context) error {
	if l.schema.name == mainSchema {
		return nil
	}
	return l.read(ctx, func(ctx context.Context) error {
		return l.reads.QueryRow(ctx, canTruncate, l.schema.name+".kept").Scan(&l.schema.truncates)
	})
}

// First is the position of the first kept event.
func (l *Log) First(ctx context.Context) (eventlog.Position, error) {
	first := eventlog.Position(1)
	if !l.schema.truncates {
		return first, nil
	}
	err := l.read(ctx, func(ctx context.Context) error {
		return l.reads.QueryRow(ctx, l.schema.sql(readFirst)).Scan(&first)
	})
	if err != nil {
		return 0, fmt.Errorf("read the first kept position: %w", err)
	}
	return first, nil
}

// Cut is the end of the oldest partition, if that is before the head.
func (l *Log) Cut(ctx context.Context) (eventlog.Position, error) {
	if !l.schema.truncates {
		return 0, eventlog.ErrWhole
	}
	first, err := l.First(ctx)
	if err != nil {
		return 0, err
	}
	head, err := l.Head(ctx)
	if err != nil {
		return 0, err
	}
	size := eventlog.Position(l.schema.partition)
	if cut := (first/size + 1) * size; cut <= head {
		return cut, nil
	}
	return 0, eventlog.ErrWhole
}

// Truncate drops the partitions before a position, each in a transaction.
func (l *Log) Truncate(ctx context.Context, to eventlog.Position) error {
	if !l.schema.truncates {
		return eventlog.ErrWhole
	}
	for {
		first, err := l.First(ctx)
		if err != nil || first >= to {
			return err
		}
		if err := l.dropOldest(ctx, to); err != nil {
			if first, failed := l.First(ctx); failed == nil && first >= to {
				return nil // another process has dropped it
			}
			return fmt.Errorf("drop the events before %d: %w", to, err)
		}
	}
}

// dropOldest drops one partition. It repeats while readers hold the table, and after a broken connection.
func (l *Log) dropOldest(ctx context.Context, to eventlog.Position) error {
	return l.read(ctx, func(ctx context.Context) error {
		var first eventlog.Position
		return l.reads.QueryRow(ctx, l.schema.sql(dropPartition), to).Scan(&first)
	})
}

// begin is the position after which a read that begins after another one reads: the last dropped one if that is 0.
func (l *Log) begin(ctx context.Context, after eventlog.Position) (eventlog.Position, error) {
	if !l.schema.truncates {
		return after, nil
	}
	first, err := l.First(ctx)
	if err != nil {
		return after, err
	}
	if after == 0 {
		return first - 1, nil
	}
	return after, eventlog.Dropped(after, first)
}

// fromFirst runs a read after a position. One from the begin is repeated if the first event was dropped before it was
// read; it calls begun when it yields.
func (l *Log) fromFirst(ctx context.Context, after eventlog.Position, read func(begun func()) error) error {
	for {
		began := false
		err := l.absent(ctx, read(func() { began = true }))
		var dropped *eventlog.Truncated
		if after > 0 || began || !errors.As(err, &dropped) {
			return err
		}
	}
}

// absent replaces the error for a missing position by *eventlog.Truncated if the event there was dropped.
func (l *Log) absent(ctx context.Context, err error) error {
	var missing *eventlog.Missing
	if !l.schema.truncates || !errors.As(err, &missing) || missing.Stream != "" || missing.Position == 0 {
		return err
	}
	first, failed := l.First(ctx)
	if failed != nil {
		return failed
	}
	if missing.Position < first {
		return &eventlog.Truncated{First: first}
	}
	return err
}

// firstRevision is the first kept revision of a stream; the one after its last if all its events were dropped.
func (l *Log) firstRevision(ctx context.Context, name string) (eventlog.Revision, error) {
	last := eventlog.NoRevision
	if !l.schema.truncates {
		return last + 1, nil
	}
	err := l.read(ctx, func(ctx context.Context) error {
		err := l.reads.QueryRow(ctx, l.schema.sql(readDropped), name).Scan(&last)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return last + 1, err
}

// dropped sets the next revision of streams with dropped events.
func (l *Log) dropped(ctx context.Context, ids []int64, found map[int64]*standing) error {
	if !l.schema.truncates {
		return nil
	}
	rows, err := l.reads.Query(ctx, l.schema.sql(listDropped), ids)
	if err != nil {
		return err
	}
	var id int64
	var last eventlog.Revision
	_, err = pgx.ForEachRow(rows, []any{&id, &last}, func() error {
		found[id].first, found[id].next = last+1, last+1
		return nil
	})
	return err
}
