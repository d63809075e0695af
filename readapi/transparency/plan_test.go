package transparency

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/readapi/view"
)

// filled are two years with two hundred thousand decisions of a hundred thousand projects; a tenth is marked.
func filled(t *testing.T) *catalogtest.World {
	t.Helper()
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserOwn1", "owner", "user")
	w.Settle()
	for _, sql := range []string{
		`insert into review.decisions (event, position, at, project, round, type, decision, actor, options, submitted_at, wait, mark, undone_at)
		 select 'e' || n, n, now() - n * interval '315 seconds', 'P' || n % 100000, 1, (array['mod', 'shader', 'modpack'])[n % 3 + 1],
		   (array['approved', 'rejected', 'approved', 'withheld'])[n % 4 + 1], 'A' || n % 40,
		   case when n % 4 = 0 then array['o' || n % 30, 'o' || n % 7] else '{}' end, now() - n * interval '315 seconds' - n % 90000 * interval '1 second', n % 90000,
		   case when n % 10 = 0 then 'demo' else '' end, case when n % 200 = 1 then now() - n * interval '314 seconds' end
		 from generate_series(1, 200000) n`,
		`insert into review.standings select 'P' || n, 'mod', 1, case when n % 20 = 0 then now() - n * interval '1 minute' end, '' from generate_series(1, 100000) n`,
		`insert into review.months select to_char(now() - n * interval '30 days', 'YYYY-MM'), n from generate_series(0, 23) n on conflict do nothing`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func TestNoQueryOfTheFiguresReadsEveryDecision(t *testing.T) {
	w := filled(t)
	now := time.Now()
	for name, q := range map[string]struct {
		sql  string
		args []any
	}{
		"a month": {decided, []any{now.AddDate(0, -6, 0), now.AddDate(0, -5, 0)}},
		"undone":  {undone, []any{now.AddDate(0, -1, 0), now}},
		"choices": {chosen, []any{now.AddDate(0, -1, 0), now}},
		"rounds":  {rounds, []any{now.Add(-replayed)}},
		"waiting": {waiting, []any{now}},
	} {
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+q.sql, q.args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on decisions") || strings.Contains(plan, "Seq Scan on standings") {
			t.Errorf("%s reads every row:\n%s", name, plan)
		}
	}
	// The first answer of a process reads twelve months; the others what has changed since.
	f := New(Options{Source: &view.Source{Pool: w.DB.Pool, Board: watermark.New()}})
	for n := range 20 {
		if n > 0 { // a decision of this month
			if _, err := w.DB.Pool.Exec(t.Context(), `insert into review.months values (to_char(now(), 'YYYY-MM'), 1000 + $1) on conflict (month) do update set changed = excluded.changed`, n); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := f.answer(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
}
