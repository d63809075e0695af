package runtime

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const readPositions = `SELECT name, version, position FROM runtime.checkpoints WHERE engine = $1 AND generation = $2 AND slot = ''`

// ReadUpTo is a position up to which every read model has read the runner's log: those of the runner, and those of other
// programs in the database. It is zero if one of the runner's has not begun, and the head if there is none.
func (r *Runner) ReadUpTo(ctx context.Context) (eventlog.Position, error) {
	least, err := r.log.Head(ctx)
	if err != nil {
		return 0, err
	}
	log, err := r.identify(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := r.pool.Query(ctx, readPositions, log.engine, log.generation)
	if err != nil {
		return 0, fmt.Errorf("read the checkpoints: %w", err)
	}
	begun := map[string]bool{}
	var t target
	var position int64
	if _, err := pgx.ForEachRow(rows, []any{&t.Name, &t.Version, &position}, func() error {
		begun[t.String()] = true
		least = min(least, eventlog.Position(position))
		return nil
	}); err != nil {
		return 0, fmt.Errorf("read the checkpoints: %w", err)
	}
	for _, p := range r.projectors {
		if !begun[target{Projector: p}.String()] {
			return 0, nil
		}
	}
	return least, nil
}
