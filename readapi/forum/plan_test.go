package forum

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/view"
)

// One discussion of 30 000 has 20 000 answers, the others have five.
const filled = `
insert into %[1]s.discussions select 'D' || n, case n %% 3 when 0 then 'chat' when 1 then 'article' else 'project' end, case n %% 3 when 2 then 'P' || n else '' end,
  'A' || n %% 977, 'title ' || n, 0, 100, now() - n * interval '1 minute', now(), now() - n * interval '1 minute', case n when 1 then 20000 else 5 end, case n %% 100 when 7 then 0 else 5 end, n < 4,
  false, '', '', n %% 50 = 0, '', '', null, null, true, n %% 50 <> 0, n from generate_series(1, 30000) n;
insert into %[1]s.openings select id, repeat('正文', 50) from %[1]s.discussions;
insert into %[1]s.posts select 'Q' || n || 'x' || i, 'D' || n, i, 'A' || (n + i) %% 977, repeat('回复', 20), 0, now(), now(), case when i > 1 then 'Q' || n || 'x' || i - 1 else '' end, 0, false, false, '', '', false, i
  from generate_series(1, 30000) n, generate_series(1, case n when 1 then 20000 else 5 end) i;
insert into %[1]s.revisions select id, 0, author, author, created, '', body, false, true from %[1]s.posts;
insert into %[1]s.sections values ('chat', 10000, 50000), ('article', 10000, 50000), ('project', 10000, 50000);
insert into talk.seen select 'A' || n %% 100, 'D' || n, 3, now() from generate_series(1, 30000) n;
analyze`

func TestPagesReadOnlyTheirRows(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserKep1", "keeper", "user")
	w.Settle()
	ctx := t.Context()
	var schema string
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'openings'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(filled, schema), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	v := view.Viewer{Account: "A5"}
	from := &cursor{at: time.Now().Add(-100 * time.Hour), id: "D9000"}
	large := []string{"discussions", "openings", "posts", "revisions", "seen"}
	type query struct {
		text string
		args []any
		all  []string // tables of which no more than a part is read, and that are not sorted
	}
	sql := queries
	queries := map[string]query{
		"a discussion":   {one, []any{false, "A5", "D7"}, large},
		"floors":         {sql.ByFloors, []any{false, "A5", "D1", 19_981, 20_000}, large},
		"one answer":     {sql.ByID, []any{false, "A5", "Q1x77"}, large},
		"answers to it":  {sql.Replies, []any{[]string{"Q1x77", "Q1x78"}}, large},
		"the floor":      {sql.FloorOf, []any{"Q1x77", "D1"}, large},
		"wordings":       {sql.Wordings, []any{"Q1x77"}, large},
		"of a person":    {openedBy, []any{false, "A5", "A7"}, large},
		"written":        {writtenBy, []any{false, "A5", "A7", time.Now(), "z", 21}, large},
		"in discussions": {among, []any{false, "A5", []string{"D1", "D2"}}, large},
		"names":          {names, []any{false, "A5", []string{"Q1x77"}, []string{"D1"}}, large},
		"moved":          {movedDiscussions, []any{int64(29_990), 1000}, large},
		"followed":       {visibleDiscussions, []any{false, "A5", []string{"D1"}}, large},
	}
	for _, section := range []string{"all", "chat"} {
		for _, sort := range []string{"last", "newest"} {
			for _, filter := range []string{"", unanswered, mine} {
				l := listing{section, sort, filter}
				first, firstArgs := l.page(v, 21, 0, nil)
				far, farArgs := l.page(v, 21, 0, from)
				queries[fmt.Sprintf("first page of %+v", l)] = query{first, firstArgs, large}
				queries[fmt.Sprintf("cursor in %+v", l)] = query{far, farArgs, large}
				if filter != "" {
					total, totalArgs := l.total("A5")
					queries[fmt.Sprintf("number of %+v", l)] = query{total, totalArgs, large}
				}
			}
		}
	}
	for name, q := range queries {
		rows, err := w.DB.Pool.Query(ctx, "explain "+q.text, q.args...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		plan := strings.Join(lines, "\n")
		for _, table := range q.all {
			if strings.Contains(plan, "Seq Scan on "+table) {
				t.Errorf("%s reads %s whole:\n%s", name, table, plan)
			}
		}
	}
}
