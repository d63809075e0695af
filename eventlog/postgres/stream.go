package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// readStream reads one page. A stream's id is the position of its first event, so earlier partitions are not read.
// readRevision returns the revision that the stream must reach at least: it is read just before.
const (
	readRevision = `SELECT revision FROM log.streams WHERE name = $1`
	readStream   = `SELECT ` + columns + ` FROM log.events
WHERE stream_id = (SELECT id FROM log.streams WHERE name = $1)
	AND position >= (SELECT id FROM log.streams WHERE name = $1) AND revision >= $2
ORDER BY revision LIMIT 1000`
)

// Stream yields a stream's events from a revision on. It uses no connection between pages, so the caller may process
// slowly. It stops with *eventlog.Missing at a missing revision.
func (l *Log) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		if !eventlog.ValidStream(name) {
			return // no such stream can exist
		}
		next := max(from, 0)
		for {
			p, last, err := l.readStreamPage(ctx, name, next)
			for i := 0; err == nil && i < len(p.events); i++ {
				if p.events[i].Revision != next {
					err = &eventlog.Missing{Stream: name, Revision: next}
				} else if !yield(p.events[i], nil) {
					return
				} else {
					next++
				}
			}
			if err == nil && !p.cut && next <= last {
				err = &eventlog.Missing{Stream: name, Revision: next}
			}
			if err != nil {
				yield(eventlog.Recorded{}, fmt.Errorf("read stream %s: %w", name, err))
				return
			}
			if !p.cut {
				return
			}
		}
	}
}

// readStreamPage reads a page and, in the same round trip, the revision that the stream had before.
func (l *Log) readStreamPage(ctx context.Context, name string, from eventlog.Revision) (p page, last eventlog.Revision, err error) {
	err = l.read(ctx, func(ctx context.Context) error {
		p, last = page{}, eventlog.NoRevision
		var b pgx.Batch
		b.Queue(readRevision, name).Query(func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&last}, func() error { return nil })
			return err
		})
		b.Queue(readStream, name, from).Query(func(rows pgx.Rows) (err error) {
			p, err = scanPage(rows)
			return err
		})
		return l.reads.SendBatch(ctx, &b).Close()
	})
	return p, last, err
}
