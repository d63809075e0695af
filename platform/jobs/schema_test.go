package jobs_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/pgtest"
)

// describe lists what River's client relies on in a schema, without the schema's name.
const describe = `
WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname = $1)
SELECT replace(line, $1 || '.', '') FROM (
    SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' null=' || (NOT a.attnotnull)::text
           || ' default=' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' kept=' || c.relpersistence::text AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind = 'r' AND c.relnamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = $1
    UNION ALL SELECT 'label ' || e.enumlabel || ' after ' || coalesce(lag(e.enumlabel) OVER (ORDER BY e.enumsortorder), '-')
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typnamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT 'check ' || conrelid::regclass || ' ' || conname FROM pg_constraint WHERE contype = 'c' AND connamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT 'function ' || p.proname || ' ' || pg_get_function_arguments(p.oid) || ' ' || p.provolatile::text
    FROM pg_proc p WHERE p.pronamespace IN (SELECT oid FROM ours)
    UNION ALL SELECT 'trigger ' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace IN (SELECT oid FROM ours)
) lines WHERE line NOT LIKE '%river_migration%' ORDER BY 1`

func TestTheTablesAreThoseOfRiversOwnMigrations(t *testing.T) {
	db := pgtest.Database(t)
	if _, err := db.Pool.Exec(t.Context(), "CREATE SCHEMA reference"); err != nil {
		t.Fatal(err)
	}
	own, err := rivermigrate.New(riverpgxv5.New(db.Pool), &rivermigrate.Config{Schema: "reference"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := own.Migrate(t.Context(), rivermigrate.DirectionUp, nil); err != nil {
		t.Fatal(err)
	}
	lines := func(schema string) []string {
		rows, err := db.Pool.Query(t.Context(), describe, schema)
		if err != nil {
			t.Fatal(err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	want, got := lines("reference"), lines(jobs.Schema)
	if len(want) < 40 {
		t.Fatalf("only %d lines describe River's tables", len(want))
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("missing: %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("not River's: %s", line)
		}
	}
}
