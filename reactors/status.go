package reactors

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

const status = `SELECT coalesce(c.name, p.reactor), coalesce(c.cursor, ''), coalesce(c.position, 0), c.position IS NOT NULL, c.moved_at, coalesce(p.n, 0)
FROM reactors.consumers c FULL JOIN (SELECT reactor, count(*) AS n FROM reactors.poisoned GROUP BY reactor) p ON p.reactor = c.name
ORDER BY 1`

// Status is the place of a reactor.
type Status struct {
	Name     string
	Cursor   string // of the change feed
	Position int64  // in the log
	OfLog    bool
	MovedAt  *time.Time // nil: it never ran
	Poisoned int64
}

// List lists the reactors that have ever run.
func List(ctx context.Context, db DB) ([]Status, error) {
	rows, err := db.Query(ctx, status)
	if err != nil {
		return nil, fmt.Errorf("list reactors: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Status])
	if err != nil {
		return nil, fmt.Errorf("list reactors: %w", err)
	}
	return list, nil
}
