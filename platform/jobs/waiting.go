package jobs

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

const (
	unfinished     = `state IN ('available', 'pending', 'retryable', 'running', 'scheduled') AND kind = ANY ($1)`
	countWaiting   = `SELECT kind, count(*) FROM jobs.river_job WHERE ` + unfinished + ` GROUP BY kind`
	discardWaiting = `DELETE FROM jobs.river_job WHERE ` + unfinished
)

// Waiting counts the unfinished jobs of some kinds.
func Waiting(ctx context.Context, tx pgx.Tx, kinds []string) (map[string]int64, error) {
	rows, err := tx.Query(ctx, countWaiting, kinds)
	if err != nil {
		return nil, fmt.Errorf("count waiting jobs: %w", err)
	}
	out := map[string]int64{}
	var kind string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&kind, &n}, func() error { out[kind] = n; return nil }); err != nil {
		return nil, fmt.Errorf("count waiting jobs: %w", err)
	}
	return out, nil
}

// Discard deletes the unfinished jobs of some kinds. No runner may run meanwhile.
func Discard(ctx context.Context, tx pgx.Tx, kinds []string) (int64, error) {
	tag, err := tx.Exec(ctx, discardWaiting, kinds)
	if err != nil {
		return 0, fmt.Errorf("discard waiting jobs: %w", err)
	}
	return tag.RowsAffected(), nil
}
