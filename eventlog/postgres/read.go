package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const (
	// pageEvents limits the events of one query, and of one batch of Follow.
	pageEvents = 1000
	// pageBytes limits the data of one page; the event that exceeds it is included.
	pageBytes = 8 << 20

	// readTries and readPause allow a read to succeed after a server restart of one or two seconds.
	readTries = 5
	readPause = 100 * time.Millisecond

	columns = `position, stream, revision, id, type, data, meta, recorded_at`
)

// read runs a query, and retries on another connection if the first one broke, because reads are idempotent.
func (l *Log) read(ctx context.Context, query func(context.Context) error) error {
	pause := newPause(readPause, 8*readPause)
	for try := 1; ; try++ {
		err := query(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-l.closing:
			return eventlog.ErrClosed
		default:
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, refused := refusal(err); refused {
			return err
		}
		if try == readTries {
			return &eventlog.Unavailable{Err: err}
		}
		select {
		case <-time.After(pause.NextBackOff()):
		case <-ctx.Done():
			return ctx.Err()
		case <-l.closing:
			return eventlog.ErrClosed
		}
	}
}

// newPause doubles the pause up to a maximum.
func newPause(first, longest time.Duration) *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: longest, Multiplier: 2}
}

// page is the result of one query. cut is true if a limit was reached, so there may be more.
type page struct {
	events []eventlog.Recorded
	cut    bool
}

// readPage runs a query of columns whose LIMIT, if it has one, is pageEvents. It makes room for the rows that are expected.
func (l *Log) readPage(ctx context.Context, expected int, sql string, args ...any) (page, error) {
	var p page
	err := l.read(ctx, func(ctx context.Context) error {
		rows, err := l.reads.Query(ctx, l.schema.sql(sql), args...)
		if err != nil {
			return err
		}
		p, err = scanPage(rows, expected)
		return err
	})
	return p, err
}

func scanPage(rows pgx.Rows, expected int) (page, error) {
	defer rows.Close()
	var p page
	if expected > 0 {
		p.events = make([]eventlog.Recorded, 0, min(expected, pageEvents))
	}
	var e eventlog.Recorded
	var meta []byte
	into := []any{&e.Position, &e.Stream, &e.Revision, (*[16]byte)(&e.ID), &e.Type, &e.Data, &meta, &e.RecordedAt}
	size := 0
	for rows.Next() {
		e = eventlog.Recorded{} // the bytes of the last one belong to it
		if err := rows.Scan(into...); err != nil {
			return page{}, err
		}
		e.RawMeta = string(meta)
		if err := e.Meta.Parse(e.RawMeta); err != nil {
			return page{}, fmt.Errorf("metadata of event %d: %w", e.Position, err)
		}
		e.RecordedAt = e.Meta.RecordedAt(e.RecordedAt)
		p.events = append(p.events, e)
		if size += len(e.Data); size > pageBytes || len(p.events) == pageEvents {
			p.cut = true
			return p, nil
		}
	}
	return p, rows.Err()
}
