package erasure

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// table is the store in Postgres, shared by all processes of a site.
type table struct{ pool *pgxpool.Pool }

// holdKeys returns the stored keys: of two processes that create a key concurrently, both get the first one's. Both lock
// the rows in the order of the subjects.
const holdKeys = `
INSERT INTO erasure.keys AS k (subject, key_id, wrapped) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
ON CONFLICT (subject) DO UPDATE SET key_id = k.key_id RETURNING subject, key_id, wrapped`

func (t table) hold(ctx context.Context, subjects []string, fresh []held) (map[string]held, error) {
	ids, wrapped := make([]string, len(fresh)), make([][]byte, len(fresh))
	for i, h := range fresh {
		ids[i], wrapped[i] = h.id, h.wrapped
	}
	return t.rows(ctx, holdKeys, subjects, ids, wrapped)
}

const findKeys = `SELECT subject, key_id, wrapped FROM erasure.keys WHERE subject = ANY($1)`

func (t table) find(ctx context.Context, subjects []string) (map[string]held, error) {
	return t.rows(ctx, findKeys, subjects)
}

// rows are the keys that a query returns, by their subjects.
func (t table) rows(ctx context.Context, query string, args ...any) (map[string]held, error) {
	rows, err := t.pool.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	found := map[string]held{}
	var subject string
	var h held
	_, err = pgx.ForEachRow(rows, []any{&subject, &h.id, &h.wrapped}, func() error {
		found[subject] = h
		h = held{}
		return nil
	})
	return found, err
}

const destroyKeys = `
INSERT INTO erasure.keys AS k (subject, key_id) SELECT DISTINCT unnest($1::text[]), ''
ON CONFLICT (subject) DO UPDATE SET wrapped = NULL WHERE k.wrapped IS NOT NULL`

func (t table) destroy(ctx context.Context, subjects []string) error {
	_, err := t.pool.Exec(ctx, destroyKeys, subjects)
	return err
}
