package postgres

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// readRevisions returns the revisions that streams must reach at least: they are read just before. readNewest returns their last
// events; as in readStream, earlier partitions than that of a stream's first event are not read.
const (
	readRevisions = `SELECT name, revision FROM log.streams WHERE name = ANY($1)`
	readNewest    = `SELECT e.* FROM log.streams s CROSS JOIN LATERAL (
	SELECT ` + columns + ` FROM log.events WHERE stream_id = s.id AND position >= s.id AND revision = s.revision) e
WHERE s.name = ANY($1)`
)

// Newest yields the last event of each of several streams, in one round trip unless they are large.
func (l *Log) Newest(ctx context.Context, names []string) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		left, err := eventlog.ValidNames(names)
		for err == nil && len(left) > 0 {
			some, others := left[:min(pageEvents, len(left))], left[min(pageEvents, len(left)):]
			var p page
			var last map[string]eventlog.Revision
			if p, last, err = l.readNewest(ctx, some); err != nil {
				break
			}
			for _, e := range p.events {
				delete(last, e.Stream)
				if !yield(e, nil) {
					return
				}
			}
			left = others
			if p.cut {
				left = slices.Concat(slices.Collect(maps.Keys(last)), others)
				continue
			}
			for name, revision := range last {
				if err = l.lacks(ctx, name, revision); err != nil {
					break
				}
			}
		}
		if err != nil {
			yield(eventlog.Recorded{}, fmt.Errorf("read the last events of %d streams: %w", len(names), err))
		}
	}
}

// lacks returns the error for a stream without its last event; nil if all its events were dropped.
func (l *Log) lacks(ctx context.Context, name string, last eventlog.Revision) error {
	first, err := l.firstRevision(ctx, name)
	if err == nil && last >= first {
		err = &eventlog.Missing{Stream: name, Revision: last}
	}
	return err
}

func (l *Log) readNewest(ctx context.Context, names []string) (p page, last map[string]eventlog.Revision, err error) {
	err = l.read(ctx, func(ctx context.Context) error {
		p, last = page{}, map[string]eventlog.Revision{}
		var b pgx.Batch
		b.Queue(l.schema.sql(readRevisions), names).Query(func(rows pgx.Rows) error {
			var name string
			var revision eventlog.Revision
			_, err := pgx.ForEachRow(rows, []any{&name, &revision}, func() error { last[name] = revision; return nil })
			return err
		})
		b.Queue(l.schema.sql(readNewest), names).Query(func(rows pgx.Rows) (err error) {
			p, err = scanPage(rows, len(names))
			return err
		})
		return l.reads.SendBatch(ctx, &b).Close()
	})
	return p, last, err
}
