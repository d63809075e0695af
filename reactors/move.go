package reactors

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
)

const (
	strangers = `SELECT name, event_id FROM reactors.consumers WHERE position IS NOT NULL AND (engine, generation) <> ($1, $2) ORDER BY name`
	rehome    = `UPDATE reactors.consumers SET engine = $2, generation = $3, position = $4, moved_at = now() WHERE name = $1`
)

// Move gives the reactors of the log their places in another log with the same events: behind the same event. find is
// the event with an id in that log (eventlog/seal has an index of the leaves by id). Cursors of the change feed consist
// of leaf indexes and stay. A repeated call moves those that were not moved yet.
func Move(ctx context.Context, pool *pgxpool.Pool, to eventlog.Reader, find func(context.Context, eventlog.EventID) (eventlog.Recorded, error)) error {
	generation, err := to.Generation(ctx)
	if err != nil {
		return fmt.Errorf("move the reactors: %w", err)
	}
	type stranger struct {
		Name  string
		Event *[16]byte // nil: before the first event
	}
	rows, err := pool.Query(ctx, strangers, to.Engine(), generation)
	if err != nil {
		return fmt.Errorf("move the reactors: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[stranger])
	if err != nil {
		return fmt.Errorf("move the reactors: %w", err)
	}
	for _, s := range list {
		var at eventlog.Recorded
		if s.Event != nil {
			if at, err = find(ctx, *s.Event); err != nil {
				return fmt.Errorf("move the reactor %s: %w", s.Name, err)
			}
		}
		if _, err := pool.Exec(ctx, rehome, s.Name, to.Engine(), generation, int64(at.Position)); err != nil {
			return fmt.Errorf("move the reactor %s: %w", s.Name, err)
		}
	}
	return nil
}
