package review

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/projections/report"
	projected "github.com/modyard/modyard/projections/review"
)

func TestTheWorkOfModeratorsIsReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New(), audit.New(), report.New(catalogtest.Markdown), claim.New())
	w.Account("UserOwn1", "owner", "user")
	w.Settle()
	for _, sql := range []string{
		`insert into review.decisions (event, position, at, project, round, type, decision, actor, options, submitted_at, wait, mark)
		 select 'e' || n, n, now() - n * interval '10 minutes', 'P' || n, 1, 'mod', 'approved', 'A' || n % 40, '{}', now(), 1, ''
		 from generate_series(1, 50000) n`,
		`insert into audit.entries (position, at, event, type, stream, revision, kind, mark, actor, role, subject_kind, subject, project, name, about,
			item_kind, item, concerns, round, from_status, to_status, value, options, message, reason_code, reason_text, text_of, message_of, grams)
		 select n, now() - n * interval '1 minute', 'e' || n, 't', 's', 1, case when n % 30 = 0 then 'report-closed' else 'k' || n % 30 end, '', 'A' || n % 500, 'moderator', 'report',
			'R' || n, '', 'name', '', '', '', '{}', 1, '', '', '', '{}', '', '', '', '', '', '{}'
		 from generate_series(1, 50000) n`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	for name, q := range map[string]struct {
		sql  string
		args []any
	}{
		"today": {worked, []any{now.Add(-24 * time.Hour)}}, "a moderator's decisions": {decisions, []any{"A7"}},
	} {
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+q.sql, q.args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on decisions") || strings.Contains(plan, "Seq Scan on entries") {
			t.Errorf("%s reads every row:\n%s", name, plan)
		}
	}
}
