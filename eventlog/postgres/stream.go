package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/modyard/modyard/eventlog"
)

// readStream reads one page. A stream's id is the position of its first event, which spares the
// partitions before it.
const readStream = `SELECT ` + columns + ` FROM log.events
WHERE stream_id = (SELECT id FROM log.streams WHERE name = $1)
	AND position >= (SELECT id FROM log.streams WHERE name = $1) AND revision >= $2
ORDER BY revision LIMIT 1000`

// Stream yields a stream's events from a revision on. No connection is held between pages, so the
// caller may take its time.
func (l *Log) Stream(ctx context.Context, name string, from eventlog.Revision) iter.Seq2[eventlog.Recorded, error] {
	return func(yield func(eventlog.Recorded, error) bool) {
		if !eventlog.ValidStream(name) {
			return // it cannot exist
		}
		next := max(from, 0)
		for {
			p, err := l.readPage(ctx, readStream, name, next)
			if err != nil {
				yield(eventlog.Recorded{}, fmt.Errorf("read stream %s: %w", name, err))
				return
			}
			for _, e := range p.events {
				if !yield(e, nil) {
					return
				}
				next = e.Revision + 1
			}
			if !p.cut {
				return
			}
		}
	}
}
