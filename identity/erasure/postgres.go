package erasure

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// table is the store in Postgres, shared by all processes of a site.
type table struct{ pool *pgxpool.Pool }

// holdKey returns the stored key: of two processes that create a key concurrently, both get the first one's.
const holdKey = `
INSERT INTO erasure.keys AS k (subject, key_id, wrapped) VALUES ($1, $2, $3)
ON CONFLICT (subject) DO UPDATE SET key_id = k.key_id RETURNING key_id, wrapped`

func (t table) hold(ctx context.Context, subject string, fresh held) (h held, err error) {
	err = t.pool.QueryRow(ctx, holdKey, subject, fresh.id, fresh.wrapped).Scan(&h.id, &h.wrapped)
	return h, err
}

const findKeys = `SELECT subject, key_id, wrapped FROM erasure.keys WHERE subject = ANY($1)`

func (t table) find(ctx context.Context, subjects []string) (map[string]held, error) {
	rows, err := t.pool.Query(ctx, findKeys, subjects)
	if err != nil {
		return nil, err
	}
	found := make(map[string]held, len(subjects))
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
