package packfile

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/packfile"
)

func TestEachLookUpOfFilesIsReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserOwn1", "owner", "user")
	w.Settle()
	for _, sql := range []string{
		`insert into catalog.files (version, n, project, sha1, sha512, url) select 'v' || n, 0, 'p' || n % 500, 's' || n, 'h' || n, 'u' from generate_series(1, 20000) n`,
		`insert into packfile.judged (sha512, sha1, name, status, title, link, proof, number, actor, at) select 'h' || n, '', '', 'no', '', '', '', 1, '', now() from generate_series(1, 20000) n`,
		`insert into packfile.flames (flame, status, title, link, number, actor, at) select n, 'no', '', '', 1, '', now() from generate_series(1, 20000) n`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	digests := []string{"h1", "h2", "h3"}
	for name, q := range map[string]struct {
		sql  string
		args []any
	}{
		"site": {siteQuery, []any{digests, "p1"}}, "judged": {judgedQuery, []any{digests}}, "flames": {flamesQuery, []any{[]int64{1, 2}}}, "packs": {packsQuery, []any{"p1", 8}},
	} {
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+q.sql, q.args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		plan := strings.Join(lines, "\n")
		for _, table := range []string{"files", "judged", "flames"} {
			if strings.Contains(plan, "Seq Scan on "+table) {
				t.Errorf("%s reads every row:\n%s", name, plan)
			}
		}
	}
}
