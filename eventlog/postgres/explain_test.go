package postgres

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pgtest"
)

// badPlan matches nodes that read a whole table or sort. (A Merge Append has a sort key but does not sort.)
var badPlan = regexp.MustCompile(`(?m)Seq Scan on (events|streams|dropped)|^\s*(-> +)?(Incremental )?Sort\s*$`)

// TestHotQueriesNeverSortNorReadAWholePartition checks the plans on a log of 120 000 events, before and after
// statistics were gathered, with values that are known and unknown to the planner.
func TestHotQueriesNeverSortNorReadAWholePartition(t *testing.T) {
	for name, partition := range map[string]int64{mainSchema: mainPartition, "hits": 100_000} {
		t.Run(name, func(t *testing.T) {
			hotQueries(t, &schema{name: name, partition: partition, truncates: name != mainSchema})
		})
	}
}

func hotQueries(t *testing.T, at *schema) {
	db := pgtest.Database(t)
	ctx := t.Context()
	owner, err := pgx.Connect(ctx, db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // no request is in progress
	conn, err := dialer{config: db.Pool.Config()}.connect(ctx, "explain", pinPlanner)
	if err != nil {
		t.Fatal(err)
	}
	defer drop(conn)
	explainAll(t, conn, at, "empty")
	if at.partition < 120_000 {
		if _, err := owner.Exec(ctx, at.sql(`UPDATE log.log_head SET position = 120000`)+`; `+at.sql(makePartitions), pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := owner.Exec(ctx, at.sql(`INSERT INTO log.events SELECT g, g - g % 10 + 1, g % 10, now(), gen_random_uuid(),
		'thing.happened-' || g % 7 || '.v1', 'thing-' || g / 10, 'x', '{}' FROM generate_series(1, 120000) g`)); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.Exec(ctx, at.sql(`INSERT INTO log.streams SELECT 'thing-' || g, g * 10 + 1, 9 FROM generate_series(0, 12000) g`)); err != nil {
		t.Fatal(err)
	}
	explainAll(t, conn, at, "full, without statistics")
	if _, err := owner.Exec(ctx, at.sql(`ANALYZE log.events; `)); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.Exec(ctx, at.sql(`ANALYZE log.streams`)); err != nil {
		t.Fatal(err)
	}
	explainAll(t, conn, at, "full")
}

type hotQuery struct{ sql, types, values string }

func explainAll(t *testing.T, conn *pgx.Conn, at *schema, when string) {
	t.Helper()
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		if _, err := conn.Exec(t.Context(), "SET plan_cache_mode = "+mode); err != nil {
			t.Fatal(err)
		}
		queries := []hotQuery{
			{followAll, "bigint, bigint", "50000, 51000"},
			{followTypes, "bigint, bigint, text[], text[]", "50000, 100000, '{thing.happened-3.v1,other.v1}', null"},
			{followTypes, "bigint, bigint, text[], text[]", "50000, 100000, null, '{thing,other}'"},
			{readEvent, "bigint", "50000"},
			{countRange, "bigint, bigint", "50000, 100000"},
			{readRevision, "text", "'thing-500'"},
			{readStream, "text, bigint, bigint, bigint", "'thing-500', 0, 9223372036854775807, 1000"},
			{readStreamBack, "text, bigint, bigint, bigint", "'thing-500', 0, 9223372036854775807, 10"},
			{findStreams, "text[]", "'{thing-1,thing-2,thing-3,thing-x}'"},
			{listPlaces, "bigint[]", "'{11,21,31}'"},
			{readListed, "bigint[]", "'{100,103,50000}'"},
			{readRevisions, "text[]", "'{thing-1,thing-2,thing-3,thing-x}'"},
			{readNewest, "text[]", "'{thing-1,thing-2,thing-3,thing-x}'"},
			{readStreams, "text[]", "'{thing-1,thing-2,thing-3,thing-x}'"},
			{readPlaces, "bigint[], bigint[]", "'{11,21}', '{0,1}'"},
			{readRange, "bigint, bigint", "100, 103"},
			{readSince, "bigint, bigint, uuid[]", "119000, 120000, '{}'"},
		}
		if at.truncates {
			queries = append(queries, hotQuery{readDropped, "text", "'thing-500'"}, hotQuery{listDropped, "bigint[]", "'{11,21,31}'"})
		}
		for _, q := range queries {
			plan := explain(t, conn, at.sql(q.sql), q.types, q.values)
			if badPlan.MatchString(plan) {
				t.Errorf("%s, %s: %s\n%s", when, mode, q.sql, plan)
			}
		}
	}
}

// TestAppendsReadNoTableWhole reads the server's statistics, because EXPLAIN does not show the plans of functions.
func TestAppendsReadNoTableWhole(t *testing.T) {
	db := pgtest.Database(t)
	ctx := t.Context()
	owner, err := pgx.Connect(ctx, db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // no request is in progress
	if _, err := owner.Exec(ctx, `INSERT INTO log.streams SELECT 'thing-' || g, g * 10 + 1, 9 FROM generate_series(0, 12000) g`); err != nil {
		t.Fatal(err)
	}
	conn, err := dialer{config: db.Pool.Config()}.connect(ctx, "appends", pinPlanner+";"+guardAppends)
	if err != nil {
		t.Fatal(err)
	}
	defer drop(conn)
	read := func() (whole, rows int64) {
		if _, err := conn.Exec(ctx, `SELECT pg_stat_force_next_flush()`); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRow(ctx, `SELECT coalesce(sum(seq_scan), 0), coalesce(sum(idx_tup_fetch), 0) FROM pg_stat_all_tables
			WHERE schemaname = 'log' AND relname <> 'log_head'`).Scan(&whole, &rows); err != nil {
			t.Fatal(err)
		}
		return whole, rows
	}
	before, _ := read()
	for i := range 20 { // after some executions the server changes to generic plans
		for _, sql := range []string{
			`SELECT log.append_one('thing-%d', 9, ARRAY[gen_random_uuid()], ARRAY['a.b.v1'], ARRAY['x'::bytea], ARRAY['{}'::bytea], ARRAY['thing-3'], ARRAY[9::bigint])`,
			`SELECT log.append_batch(NULL, ARRAY['other-%[1]d', 'thing-%[1]d'], ARRAY[-1, 10], ARRAY['thing-4'], ARRAY[9], ARRAY[1, 2, 2],
				ARRAY[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()], ARRAY['a.b.v1', 'a.b.v1', 'a.b.v1'], ARRAY['x', 'x', 'x']::bytea[], ARRAY['{}', '{}', '{}']::bytea[]) + 0`,
		} {
			var done bool
			if err := conn.QueryRow(ctx, `SELECT (`+fmt.Sprintf(sql, 100+i)+`) IS NOT NULL`).Scan(&done); err != nil || !done {
				t.Fatalf("%s: %v, %v", sql, done, err)
			}
		}
	}
	after, rows := read()
	if after != before || rows > 1000 {
		t.Errorf("appends read %d tables whole, and %d rows", after-before, rows)
	}
}

func explain(t *testing.T, conn *pgx.Conn, sql, types, values string) string {
	t.Helper()
	script := fmt.Sprintf("PREPARE q (%s) AS %s", types, sql)
	if _, err := conn.PgConn().Exec(t.Context(), script).ReadAll(); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	defer func() {
		if _, err := conn.PgConn().Exec(t.Context(), "DEALLOCATE q").ReadAll(); err != nil {
			t.Fatal(err)
		}
	}()
	results, err := conn.PgConn().Exec(t.Context(), fmt.Sprintf("EXPLAIN (COSTS OFF) EXECUTE q (%s)", values)).ReadAll()
	if err != nil {
		t.Fatalf("explain %s: %v", sql, err)
	}
	var plan strings.Builder
	for _, row := range results[0].Rows {
		plan.Write(row[0])
		plan.WriteByte('\n')
	}
	return plan.String()
}

func TestASelectiveFilterStillAdvancesUpTo(t *testing.T) {
	db := pgtest.Database(t)
	owner, err := pgx.Connect(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // no request is in progress
	if _, err := owner.PgConn().Exec(t.Context(), `INSERT INTO log.events SELECT g, 1, g - 1, now(), gen_random_uuid(),
		'common.thing.v1', 'thing-1', 'x', '{"at":"2026-01-01T00:00:00Z"}' FROM generate_series(1, 120000) g; UPDATE log.log_head SET position = 120000;
		INSERT INTO log.streams VALUES ('thing-1', 1, 119999)`).ReadAll(); err != nil {
		t.Fatal(err)
	}
	log, err := Open(t.Context(), db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var marks []eventlog.Position
	for batch, err := range log.Follow(t.Context(), 0, eventlog.Filter{Types: []string{"rare.thing.v1"}}) {
		if err != nil || len(batch.Events) != 0 {
			t.Fatalf("batch %+v, %v", batch, err)
		}
		if marks = append(marks, batch.UpTo); batch.Live {
			break
		}
	}
	if len(marks) != 3 || marks[0] != 50_000 || marks[2] != 120_000 {
		t.Errorf("UpTo moved to %v", marks)
	}
}
