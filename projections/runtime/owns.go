package runtime

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// KnownNames lists the runner's read models, and those that an older or newer program has left in the database.
func (r *Runner) KnownNames(ctx context.Context) ([]string, error) {
	rows, err := r.pool.Query(ctx, `SELECT DISTINCT name FROM runtime.checkpoints`)
	if err != nil {
		return nil, fmt.Errorf("list read models: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list read models: %w", err)
	}
	names = append(names, r.Names()...)
	slices.Sort(names)
	return slices.Compact(names), nil
}

// Owns says whether a schema belongs to one of the named read models, in any version, or to the runner itself: data
// that can be rebuilt from the log.
func Owns(schema string, names []string) bool {
	if schema == "runtime" {
		return true
	}
	for _, name := range names {
		rest, found := strings.CutPrefix(schema, name)
		if found && (rest == "" || versionLike.MatchString(rest)) {
			return true
		}
	}
	return false
}
