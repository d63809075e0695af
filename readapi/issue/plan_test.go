package issue

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/issue"
	"github.com/modyard/modyard/readapi/view"
)

// One project has 30 000 issues, of which one has 20 000 comments; 10 000 others have one each.
const filled = `
insert into %[1]s.issues select 'I' || n, case when n <= 30000 then 'ProjOne1' else 'P' || n end, case when n <= 30000 then n else 1 end, 'A' || n %% 977, 'title ' || n, 0,
  now() - n * interval '1 minute', now() - n * interval '7 seconds', now(), case n %% 3 when 0 then now() end, case n %% 3 when 0 then 'done' else '' end, '',
  case n %% 100 when 7 then 'V' || n %% 50 else '' end, case n when 1 then 20000 else 2 end, n %% 90, 3, n < 4, false, '', '', n %% 50 = 0, '', '', n from generate_series(1, 40000) n;
insert into %[1]s.openings select id, repeat('正文', 50) from %[1]s.issues;
insert into %[1]s.posts select 'Q' || n || 'x' || i, 'I' || n, i, 'A' || (n + i) %% 977, repeat('评论', 20), 0, now(), now(), case when i > 1 then 'Q' || n || 'x' || i - 1 else '' end, 0, false, false, '', '', false, i
  from generate_series(1, 40000) n, generate_series(1, case n when 1 then 20000 else 2 end) i;
insert into %[1]s.revisions select id, 0, author, author, created, '', body, false, true from %[1]s.posts;
insert into %[1]s.events select id, i, i - 1, 'labelled', now(), 'A5', false, author, '1', '', '', '', '', '', '', '' from %[1]s.issues, generate_series(1, 3) i;
insert into %[1]s.issue_labels select id, (number %% 11 + 1)::text, project, number, 1 from %[1]s.issues;
insert into %[1]s.assignees select id, 'A' || number %% 40, project, number, 2 from %[1]s.issues;
insert into %[1]s.boards select project, 2, '', count(*), count(*), 0 from %[1]s.issues group by project;
analyze`

func TestPagesReadOnlyTheirRows(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserKep1", "keeper", "user")
	w.Settle()
	ctx := t.Context()
	var schema string
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'issue_labels'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(filled, schema), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	type query struct {
		text string
		args []any
	}
	sql := queries
	all := map[string]query{
		"an issue":      {one, []any{false, "A5", "I7"}},
		"by its number": {numbered, []any{false, "A5", "ProjOne1", "projone1", 7}},
		"a board":       {placeOf, []any{false, "A5", "ProjOne1", "projone1"}},
		"floors":        {sql.ByFloors, []any{false, "A5", "I1", 19_981, 20_000}},
		"one comment":   {sql.ByID, []any{false, "A5", "Q1x77"}},
		"answers to it": {sql.Replies, []any{[]string{"Q1x77", "Q1x78"}}},
		"the floor":     {sql.FloorOf, []any{"Q1x77", "I1"}},
		"wordings":      {sql.Wordings, []any{"Q1x77"}},
		"what happened": {happened, []any{false, "A5", "I1", 0, 20, 300}},
		"names":         {names, []any{false, "A5", []string{"Q1x77"}, []string{"I1"}}},
		"moved":         {movedIssues, []any{int64(39_990), 1000}},
		"followed":      {visibleIssues, []any{false, "A5", []string{"I1"}}},
		"fixed":         {fixedBy, []any{"V7"}},
		"labels":        {labelIDs, []any{"ProjOne1"}},
		"the number of": {numberOf, []any{"I1"}},
	}
	s := New(&view.Source{Pool: w.DB.Pool, Board: w.Board}, Options{Person: func(context.Context, string) (string, error) { return "A7", nil }})
	for _, sort := range []string{"created", "updated", "comments"} {
		for _, direction := range []string{"asc", "desc"} {
			for _, state := range []string{"open", "closed", "all"} {
				for _, far := range []bool{false, true} {
					var where view.Conditions
					where.Arg(false)
					where.Arg("A5")
					o := order{sort, direction}
					if _, err := s.filter(ctx, &where, place{project: "ProjOne1"}, &listIn{State: state}); err != nil {
						t.Fatal(err)
					}
					if far {
						cursor{o, 40, 9000}.behind(&where)
					}
					all[fmt.Sprint("list ", state, sort, direction, far)] = query{listed(o, where, "limit 21"), where.Args()}
				}
			}
		}
	}
	for name, in := range map[string]listIn{"label": {Labels: "1"}, "assignee": {Assignee: "x"}, "author": {Author: "x"}, "version": {Version: "V7"}, "number": {Query: "#77"}} {
		var where view.Conditions
		where.Arg(false)
		where.Arg("A5")
		in.State = "all"
		if _, err := s.filter(ctx, &where, place{project: "ProjOne1"}, &in); err != nil {
			t.Fatal(err)
		}
		all["filter "+name] = query{listed(order{"created", "desc"}, where, "limit 21"), where.Args()}
		all["count "+name] = query{counted(where), where.Args()}
	}
	large := []string{"issues", "openings", "posts", "revisions", "events", "issue_labels", "assignees"}
	for name, q := range all {
		rows, err := w.DB.Pool.Query(ctx, "explain "+q.text, q.args...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		plan := strings.Join(lines, "\n")
		for _, table := range large {
			if strings.Contains(plan, "Seq Scan on "+table+" ") {
				t.Errorf("%s reads %s whole:\n%s", name, table, plan)
			}
		}
		if strings.HasPrefix(name, "list ") && strings.Contains(plan, "Sort Key: i.") && !strings.Contains(plan, "Incremental") && strings.Contains(plan, "Sort Key: i.number") {
			t.Errorf("%s sorts all issues:\n%s", name, plan)
		}
	}
}
