package notification

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification/notificationtest"
)

// Every page of a signed-in account queries the inbox for the bell.
func TestAnInboxIsReadByIndex(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(notificationtest.New())
	ctx := t.Context()
	w.Project("ProjOne1", "UserOwn1", project.Created{Project: "ProjOne1", Slug: "one", Type: project.TypeMod, Title: "One", Summary: "One", Owner: "UserOwn1"})
	w.Settle()
	for _, sql := range []string{
		`insert into notification.notifications (account, id, position, type, at, recorded, actor, project, version, organization, report, thread, thread_message,
			from_status, to_status, message, reason_code, reason_text, points, role, open, read)
		 select 'A' || n % 2000, 'n' || n, n, 'project_update', now() - n * interval '1 s', now() - n * interval '1 s', '', '', '', '', '', '', '', '', '', '', '', '', '{}', '', false, n % 3 = 0
		 from generate_series(1, 40000) n`,
		`insert into notification.inboxes (account, position) select 'A' || n, n from generate_series(0, 1999) n`,
		`insert into inbox.inboxes (account, change) select 'A' || n, n + 1 from generate_series(0, 1999) n`,
		`insert into inbox.marks (account, notification, read, removed) select 'A' || n % 2000, 'n' || n, true, false from generate_series(1, 20000) n`,
		`analyze`,
	} {
		if _, err := w.DB.Pool.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	for name, q := range map[string]struct {
		sql  string
		args []any
	}{
		"page":   {columns + sources + ofPage, []any{false, "A7", nil, nil, int64(0), 21}},
		"next":   {columns + sources + ofPage, []any{false, "A7", true, []string{"project_update"}, int64(3007), 21}},
		"counts": {counts, []any{false, "A7"}},
		"by id":  {columns + sources + byID, []any{false, "A7", []string{"n7"}}},
	} {
		rows, err := w.DB.Pool.Query(ctx, "explain "+q.sql, q.args...)
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan on notifications") || strings.Contains(plan, "Seq Scan on marks") || strings.Contains(plan, "Seq Scan on inboxes") {
			t.Errorf("%s reads every inbox:\n%s", name, plan)
		}
	}
}
