package postgres

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

const (
	readEvent      = `SELECT ` + columns + ` FROM log.events WHERE position = $1`
	readGeneration = `SELECT generation::text FROM log.format`
)

// Event is the event at a position.
func (l *Log) Event(ctx context.Context, at eventlog.Position) (eventlog.Recorded, error) {
	p, err := l.readPage(ctx, 1, readEvent, int64(at))
	if err != nil {
		return eventlog.Recorded{}, fmt.Errorf("read event %d: %w", at, err)
	}
	if len(p.events) == 0 {
		return eventlog.Recorded{}, l.absent(ctx, &eventlog.Missing{Position: at})
	}
	return p.events[0], nil
}

// Generation is the id that the log got when it was created or restored.
func (l *Log) Generation(ctx context.Context) (string, error) {
	var id string
	err := l.read(ctx, func(ctx context.Context) error {
		return l.reads.QueryRow(ctx, l.schema.sql(readGeneration)).Scan(&id)
	})
	if err != nil {
		return "", fmt.Errorf("read the log's generation: %w", err)
	}
	return id, nil
}
