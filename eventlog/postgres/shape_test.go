package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

// shapeOf lists everything that is defined in a schema: columns, constraints, indexes, triggers, settings, functions and
// privileges.
const shapeOf = `
SELECT format('column %s.%s %s %s not null %s default %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    (SELECT collname FROM pg_collation l WHERE l.oid = a.attcollation), a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = $1::text::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT format('constraint on %s: %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = $1::text::regnamespace AND conrelid <> 0
UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = $1::text::regnamespace
UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = $1::text::regnamespace
UNION ALL SELECT format('table %s %s partitioned %s options %s acl %s bounds %s', relname, relkind, pg_get_partkeydef(oid), reloptions, relacl,
    pg_get_expr(relpartbound, oid)) FROM pg_class WHERE relnamespace = $1::text::regnamespace AND relkind IN ('r', 'p')
UNION ALL SELECT pg_get_functiondef(oid) || ' acl ' || proacl::text FROM pg_proc WHERE pronamespace = $1::text::regnamespace
UNION ALL SELECT format('schema acl %s', nspacl) FROM pg_namespace WHERE nspname = $1::text`

func TestTheLogOfHitsHasTheShapeOfTheMainLog(t *testing.T) {
	db := pgtest.Database(t)
	main, hits := shape(t, db, "log"), shape(t, db, "hits")
	rename := strings.NewReplacer("hits.", "log.", "'hits'", "'log'", "100000", "10000000", "200000", "20000000")
	for i := range hits {
		hits[i] = rename.Replace(hits[i])
	}
	own := []string{"kept", "dropped", "drop_partition"}
	hits = slices.DeleteFunc(hits, func(line string) bool {
		head, _, _ := strings.Cut(line, "\n")
		return slices.ContainsFunc(own, func(name string) bool { return strings.Contains(head, name) })
	})
	for _, line := range main {
		if !slices.Contains(hits, line) {
			t.Errorf("the log of hits lacks: %s", line)
		}
	}
	for _, line := range hits {
		if !slices.Contains(main, line) {
			t.Errorf("the main log lacks: %s", line)
		}
	}
	if len(main) < 40 || len(main) != len(hits) {
		t.Errorf("%d and %d definitions were compared", len(main), len(hits))
	}
}

func shape(t *testing.T, db *database.DB, schema string) []string {
	t.Helper()
	conn, err := database.ConnectOwner(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // no request is in progress
	rows, err := conn.Query(t.Context(), shapeOf, schema)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestTheProgramsRoleDropsOnlyWholeOldPartitions(t *testing.T) {
	db := pgtest.Database(t)
	makeSmall(t, db)
	log := openSmall(t, db)
	for range 4 {
		appendMany(t, log, 1000)
	}
	for _, sql := range []string{
		`SELECT small.drop_partition(NULL)`, `SELECT small.drop_partition(2999)`, `SELECT small.drop_partition(0)`, `SELECT small.drop_partition(-1)`,
	} {
		if code := asProgram(t, db, sql); code != "22023" {
			t.Errorf("%s: %q", sql, code)
		}
	}
	if code := asProgram(t, db, `SELECT small.drop_partition(3000)`); code != "" {
		t.Errorf("the oldest partition is kept: %s", code)
	}
	for _, sql := range []string{`SELECT small.drop_partition(3000)`, `SELECT small.drop_partition(6000)`, `SELECT small.drop_partition(9223372036854775807)`} {
		if code := asProgram(t, db, sql); code != "22023" {
			t.Errorf("%s, of the head's partition: %q", sql, code)
		}
	}
	wantRange(t, log, 3000, 4000)
}

func TestADamagedPartitionIsNotDropped(t *testing.T) {
	db := pgtest.Database(t)
	makeSmall(t, db)
	log := openSmall(t, db)
	for range 4 {
		appendMany(t, log, 1000)
	}
	asOwner(t, db, `SET session_replication_role = replica; DELETE FROM small.events WHERE position = 70`)
	if code := asProgram(t, db, `SELECT small.drop_partition(3000)`); code != "XX001" {
		t.Errorf("it gives %q", code)
	}
	if first, err := log.First(t.Context()); err != nil || first != 1 {
		t.Errorf("the log begins at %d, %v", first, err)
	}
}

func appendMany(t *testing.T, log eventlog.Log, n int) {
	t.Helper()
	w := happening("thing-1", eventlog.Any)
	for len(w.Events) < n {
		w.Events = append(w.Events, happening("thing-1", eventlog.Any).Events...)
	}
	if _, err := log.Append(t.Context(), w); err != nil {
		t.Fatal(err)
	}
}

// wantRange expects the log to have exactly the positions from the first to the last.
func wantRange(t *testing.T, log eventlog.Log, first, last eventlog.Position) {
	t.Helper()
	next := first
	for batch, err := range log.Read(t.Context(), 0, last+1, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range batch.Events {
			if e.Position != next {
				t.Fatalf("event %d is at %d", next, e.Position)
			}
			next++
		}
	}
	if next != last+1 {
		t.Errorf("the log ends at %d, want %d", next-1, last)
	}
}
