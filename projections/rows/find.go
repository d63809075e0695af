package rows

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Find visits the stored rows whose column has one of the values.
func (t Table[R]) Find(ctx context.Context, tx pgx.Tx, column string, among []string, visit func(R)) error {
	if len(among) == 0 {
		return nil
	}
	query := fmt.Sprintf("select %s from %s where %s = any($1)", strings.Join(t.names, ", "), t.name, column)
	return scan(ctx, tx, t.shape, visit, query, among)
}

func scan[R any](ctx context.Context, tx pgx.Tx, s *shape, visit func(R), query string, args ...any) error {
	found, err := tx.Query(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("read rows of %s: %w", s.name, err)
	}
	defer found.Close()
	into := make([]any, len(s.columns))
	for found.Next() {
		var row R
		v := reflect.ValueOf(&row).Elem()
		for i, c := range s.columns {
			into[i] = c.of(v).Addr().Interface()
		}
		if err := found.Scan(into...); err != nil {
			return fmt.Errorf("read rows of %s: %w", s.name, err)
		}
		visit(row)
	}
	if err := found.Err(); err != nil {
		return fmt.Errorf("read rows of %s: %w", s.name, err)
	}
	return nil
}
