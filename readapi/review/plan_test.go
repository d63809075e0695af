package review_test

import (
	"strings"
	"testing"
	"time"

	read "github.com/modyard/modyard/readapi/review"
)

// The proposals and the newest decision are found by index among many projects with long histories.
func TestWhatCanBeUndoneIsReadByIndex(t *testing.T) {
	w := newWorld(t)
	w.rejected()
	for table, insert := range map[string]string{
		"history": `insert into %s select 'P' || lpad((n / 10)::text, 7, '0'), 1000 + n, 'rejected', now(), '` + first + `', 'processing', 'rejected', '', 'e' || n, '' from generate_series(1, 50000) n`,
		"proposals": `insert into %s select 'R' || n, 'P' || lpad(n::text, 7, '0'), 'e' || n, '` + first + `', '` + second + `', '', now(), now() - n * interval '1 minute', 'lapsed', now(), n
			from generate_series(1, 20000) n`,
	} {
		var schema string
		if err := w.DB.Pool.QueryRow(t.Context(), `select schemaname from pg_tables where tablename = $1 and schemaname <> 'log' order by schemaname limit 1`, table).Scan(&schema); err != nil {
			t.Fatal(err)
		}
		if _, err := w.DB.Pool.Exec(t.Context(), strings.ReplaceAll(insert, "%s", schema+"."+table)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.DB.Pool.Exec(t.Context(), `analyze`); err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]struct {
		sql  string
		args []any
	}{
		"newest":    {read.Newest, []any{quay, first}},
		"proposals": {read.OpenProposals, []any{first, time.Now(), ""}},
		"undone":    {read.UndoneDecisions, []any{quay}},
	} {
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+q.sql, q.args...)
		if err != nil {
			t.Fatal(err)
		}
		var plan strings.Builder
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			plan.WriteString(line + "\n")
		}
		if err := rows.Err(); err != nil || strings.Contains(plan.String(), "Seq Scan on history") || strings.Contains(plan.String(), "Seq Scan on proposals") {
			t.Errorf("%s: %v\n%s", name, err, &plan)
		}
	}
}
