package translation

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/readapi/view"
)

func TestEachListOfLinksIsReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Account("UserOwn1", "owner", "user")
	w.Settle()
	for _, sql := range []string{
		`insert into translation.links (version, target, project, target_project, language, description, thread, status, automatic, asked_by, asked_role, asked,
			decided_by, decided_role, reason_code, reason_text, position)
		 select 'V' || n, 'T' || n % 9000, 'P' || n % 3000, 'Q' || n % 2000, 'zh_CN', '', 'D' || n, (array['pending', 'approved', 'approved', 'rejected', 'revoked'])[n % 5 + 1],
			false, 'A', 'owner', now() - n * interval '1 minute', '', '', '', '', n
		 from generate_series(1, 40000) n`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	s := New(&view.Source{Pool: w.DB.Pool, Board: w.Board})
	for name, where := range map[string]string{"incoming": incoming, "outgoing": outgoing} {
		planned(t, w, name+" numbers", fmt.Sprintf(counted, strings.ReplaceAll(where, "$3", "$1")), "Q7")
		planned(t, w, name, s.query(where, newestFirst), false, "A", "Q7", strings.Split(standing, ","), 20, 0)
	}
	for _, order := range []string{oldestFirst, newestFirst} {
		planned(t, w, "all, "+order, s.query(anywhere, order), true, "A", "", []string{"pending"}, 20, 40)
	}
}

func planned(t *testing.T, w *catalogtest.World, name, sql string, args ...any) {
	t.Helper()
	rows, err := w.DB.Pool.Query(context.Background(), "explain "+sql, args...)
	if err != nil {
		t.Fatal(name, err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(name, err)
	}
	if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on links") {
		t.Errorf("%s reads every link:\n%s", name, plan)
	}
}
