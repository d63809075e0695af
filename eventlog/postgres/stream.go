package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// readStream and readStreamBack read one page. A stream's id is the position of its first event, so earlier partitions
// are not read. readRevision returns the revision that the stream must reach at least: it is read just before.
const (
	readRevision = `SELECT revision FROM log.streams WHERE name = $1`
	readStream   = `SELECT ` + columns + ` FROM log.events
WHERE stream_id = (SELECT id FROM log.streams WHERE name = $1)
	AND position >= (SELECT id FROM log.streams WHERE name = $1) AND revision >= $2 AND revision <= $3
ORDER BY revision LIMIT $4`
	readStreamBack = `SELECT ` + columns + ` FROM log.events
WHERE stream_id = (SELECT id FROM log.streams WHERE name = $1)
	AND position >= (SELECT id FROM log.streams WHERE name = $1) AND revision >= $2 AND revision <= $3
ORDER BY revision DESC LIMIT $4`
)

// Stream yields a stream's events from a revision on.
func (l *Log) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return l.StreamRange(ctx, name, eventlog.Range{From: from, To: eventlog.Last})
}

// StreamRange yields a part of a stream. It uses no connection between pages, so the caller may process slowly. It
// stops with *eventlog.Missing at a missing revision.
func (l *Log) StreamRange(ctx context.Context, name string, r eventlog.Range) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		if !eventlog.ValidStream(name) {
			return // no such stream can exist
		}
		for {
			began := false
			again, err := l.streamRange(ctx, name, r, func(e eventlog.Recorded) bool { began = true; return yield(e, nil) })
			if again && !began {
				continue
			}
			if err != nil {
				yield(eventlog.Recorded{}, fmt.Errorf("read stream %s: %w", name, err))
			}
			return
		}
	}
}

// streamRange reads a part of a stream from its first kept event on. The read must be repeated if events were dropped
// meanwhile and it has yielded nothing.
func (l *Log) streamRange(ctx context.Context, name string, r eventlog.Range, yield func(eventlog.Recorded) bool) (again bool, err error) {
	first, err := l.firstRevision(ctx, name)
	if err != nil {
		return false, err
	}
	r.From = max(r.From, first)
	for rest := r.Clip(eventlog.Last); !rest.Empty(); {
		p, last, err := l.readStreamPage(ctx, name, rest)
		if err != nil {
			return false, err
		}
		rest = rest.Clip(last)
		for _, e := range p.events {
			if e.Revision != rest.Next() {
				return l.absentRevision(ctx, name, rest)
			}
			if !yield(e) {
				return false, nil
			}
			rest = rest.Rest()
		}
		if !p.cut && !rest.Empty() {
			return l.absentRevision(ctx, name, rest)
		}
	}
	return false, nil
}

// absentRevision returns the error for the next revision of a range, which the stream lacks. If its event was dropped
// during the read, a backward read has ended, and a forward one has not seen all.
func (l *Log) absentRevision(ctx context.Context, name string, rest eventlog.Range) (dropped bool, err error) {
	first, err := l.firstRevision(ctx, name)
	switch {
	case err != nil:
		return false, err
	case rest.Next() >= first:
		return false, &eventlog.Missing{Stream: name, Revision: rest.Next()}
	case rest.Backward:
		return true, nil
	}
	at, err := l.First(ctx)
	if err == nil {
		err = &eventlog.Truncated{First: at}
	}
	return true, err
}

// readStreamPage reads a page of a range and, in the same round trip, the last revision of the stream. An event that
// was appended between the two statements moves the last revision, so that it is never before an event of the page.
func (l *Log) readStreamPage(ctx context.Context, name string, r eventlog.Range) (p page, last eventlog.Revision, err error) {
	sql, limit := readStream, pageEvents
	if r.Backward {
		sql = readStreamBack
	}
	if r.Limit > 0 {
		limit = min(limit, r.Limit)
	}
	err = l.read(ctx, func(ctx context.Context) error {
		p, last = page{}, eventlog.NoRevision
		var b pgx.Batch
		b.Queue(l.schema.sql(readRevision), name).Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&last}, func() error { return nil })
			return err
		})
		b.Queue(l.schema.sql(sql), name, r.From, r.To, limit).Query(func(rows pgx.Rows) (err error) {
			p, err = scanPage(rows, 0)
			return err
		})
		return l.reads.SendBatch(ctx, &b).Close()
	})
	for _, e := range p.events {
		last = max(last, e.Revision)
	}
	return p, last, err
}
