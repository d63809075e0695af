package audit

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	projected "github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedforum "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/view"
)

func TestEachFilterOfTheAuditIsReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New(), projectedforum.New())
	w.Account("UserOwn1", "owner", "user")
	w.Settle()
	for _, sql := range []string{
		`insert into audit.entries (position, at, event, type, stream, revision, kind, mark, actor, role, subject_kind, subject, project, name, about,
			item_kind, item, concerns, round, from_status, to_status, value, options, message, reason_code, reason_text, text_of, message_of, grams)
		 select n, now() - n * interval '1 minute', 'e' || n, 't', 's', 1, 'k' || n % 30, case when n % 10 = 0 then '' else 'import' end, 'A' || n % 500, 'moderator', 'project', 'P' || n % 5000,
			'P' || n % 5000, 'name', '', '', '', array['P' || n % 5000], 1, '', '', '', '{}', '', 'c' || n % 15, '', '', '', array[n % 2000, n % 777 + 3000]
		 from generate_series(1, 40000) n`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for name, q := range map[string]struct {
		filter Filter
		before int64
	}{
		"newest": {}, "next": {before: 20000}, "actor": {filter: Filter{Actor: "A7"}}, "subject": {filter: Filter{Subject: "P7"}}, "kind": {filter: Filter{Kind: projected.Kinds()[0]}},
		"reason": {filter: Filter{Reason: "c7"}}, "own": {filter: Filter{Mark: "none"}}, "text": {filter: Filter{Text: "许可"}}, "event": {filter: Filter{Text: "0192f0c1-0000-7000-8000-000000000000"}},
		"time": {filter: Filter{Between: view.Between{From: "2026-01-01T00:00:00Z", To: "2026-01-02T00:00:00Z"}}},
	} {
		sql, args, err := page(q.filter, []string{"c7"}, q.before, 51)
		if err != nil {
			t.Fatal(name, err)
		}
		rows, err := w.DB.Pool.Query(t.Context(), "explain "+sql, args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on entries") {
			t.Errorf("%s reads every entry:\n%s", name, plan)
		}
	}
}
