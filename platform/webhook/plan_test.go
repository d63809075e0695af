package webhook

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pgtest"
)

// A busy receiver has many deliveries: each attempt reads and changes one.
func TestDeliveriesAreReadByIndex(t *testing.T) {
	db := pgtest.Database(t)
	for _, sql := range []string{
		`INSERT INTO webhooks.hooks (id, owner, made) SELECT 'H' || n, 'O' || n, now() FROM generate_series(1, 20) n`,
		`INSERT INTO webhooks.deliveries (id, hook, change, cursor, kind, object_type, object, at, state, made, until, next_at)
		 SELECT gen_random_uuid(), 'H' || 1 + n % 20, 'c' || n, '', 'project.updated', 'project', 'x', now(), CASE WHEN n % 50 = 0 THEN 'waiting' ELSE 'done' END,
		        now(), now() + interval '1 day', now()
		 FROM generate_series(1, 40000) n`,
		`INSERT INTO jobs.river_job (kind, args, max_attempts) SELECT 'webhook.delivery', '{}', 25 FROM generate_series(1, 5000)`,
		`ANALYZE`,
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	const id = "00000000-0000-0000-0000-000000000001"
	now := time.Now()
	for name, q := range map[string]struct {
		sql  string
		args []any
	}{
		"next":    {next, []any{"H7", now}},
		"give up": {giveUp, []any{"H7", now}},
		"dropped": {dropped, []any{id}},
		"record":  {recordDelivery, []any{id, now, int64(1), 200, "", "", false, now}},
		"log":     {logOf, []any{"H7", int64(0), now, 20}},
		"again":   {again, []any{"H7", id, now, now}},
		"last":    {lastOf, []any{[]string{"H7"}}},
	} {
		rows, err := db.Pool.Query(t.Context(), "EXPLAIN "+q.sql, q.args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on deliveries") || strings.Contains(plan, "Seq Scan on river_job") {
			t.Errorf("%s reads every row:\n%s", name, plan)
		}
	}
}
