package wiki

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/wiki"
)

// The wiki of project 1 has 2 000 pages and 20 000 changes, beside 149 others of 200 pages.
const filled = `
insert into %[1]s.wikis select 'P' || n, 'C' || n || '-1', 20000, '', 'P' || n || '-1', now(), 1 from generate_series(1, 150) n;
insert into %[1]s.pages select 'P' || n || '-' || i, 'P' || n, 'title ' || i, 'title ' || i, 'slug-' || i, 'slug-' || i,
  case when i %% 10 = 1 then '' else 'P' || n || '-' || (i - i %% 10 + 1) end, i %% 1000, 'C' || n || '-' || i, 'C' || n || '-' || i, '', now(), now()
  from generate_series(1, 150) n, generate_series(1, case n when 1 then 2000 else 200 end) i;
insert into %[1]s.slugs select project, 'former-' || id, id from %[1]s.pages;
insert into %[1]s.bodies select id, project, repeat('很长的正文。', 300) || id from %[1]s.pages;
insert into %[1]s.editions select id, edition, project, 'writer', repeat('很长的正文。', 300), 1800, false, now(), 1 from %[1]s.pages;
insert into %[1]s.changes select 'C' || n || '-' || i, 'P' || n, i, 'writer', 'keeper', '', '', '', '', 'why', 1, now(), i
  from generate_series(1, 150) n, generate_series(1, case n when 1 then 20000 else 200 end) i;
insert into %[1]s.parts select id, project || '-' || (1 + number %% 200), project, number, 0, '{written}', 't', 's', true, 't', 's', '', 0, false, project || '-x', true, 't', 's', '', 0, false, id
  from %[1]s.changes;
insert into %[1]s.drafts select 'D' || n, 'P' || (1 + n %% 150), 'A' || (n %% 997), case when n %% 100 = 0 then 'review' else 'success' end, true, '', '', now(), now(), null,
  now() - n * interval '1 minute', now(), 'why', '', 0, now(), '{}', '{}', '', '', n from generate_series(1, 30000) n;
analyze`

func TestHotQueriesReadOnlyTheRowsOfTheirWiki(t *testing.T) {
	w := catalogtest.New(t)
	w.Also(projected.New())
	w.Account("UserKep1", "keeper", "user")
	w.Settle()
	ctx := t.Context()
	var schema string
	if err := w.DB.Pool.QueryRow(ctx, `select schemaname from pg_tables where tablename = 'editions'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(ctx, fmt.Sprintf(filled, schema), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	own, _ := listOf(ofAccount, openOnes, newest)
	review, reviews := listOf(toReview, waiting, oldest)
	of, ofs := listOf(ofOneProject, waiting, oldest)
	theirs, _ := listOf(left, waiting, oldest)
	draftArgs := func(of string, all bool) []any { return []any{false, "A5", of, 20, 0, all} }
	for name, q := range map[string]struct {
		query string
		args  []any
		among []string // tables that must not be read whole
	}{
		"pages":           {tree, []any{"P2", true}, []string{"pages", "editions"}},
		"standing":        {standing, []any{"P2", true}, []string{"drafts"}},
		"former slugs":    {former, []any{"P1"}, []string{"slugs"}},
		"names":           {named, []any{"P1", "slug-7", "slug-7"}, []string{"pages", "slugs"}},
		"article":         {text, []any{"P1-7"}, []string{"pages", "editions"}},
		"authors":         {authors, []any{"P1-7"}, []string{"editions"}},
		"changes":         {ofWiki, []any{"P1", int64(0), 101}, []string{"changes", "parts", "editions"}},
		"changes further": {ofWiki, []any{"P1", int64(9000), 21}, []string{"changes", "parts", "editions"}},
		"history":         {ofOnePage, []any{"P1-7", int64(0), 21}, []string{"changes", "parts", "editions"}},
		"one change":      {one, []any{"P1", "C1-7"}, []string{"changes", "parts", "editions"}},
		"detail":          {deltas, []any{"C1-7"}, []string{"parts", "editions"}},
		"edition":         {editionOf, []any{"P1-7", "C1-7"}, []string{"parts", "editions"}},
		"search":          {matching, []any{"P2", []string{"p2-77"}, 20}, []string{"pages", "bodies", "editions"}},
		"own drafts":      {own, draftArgs("", false), []string{"drafts"}},
		"to review":       {review, draftArgs("", false), []string{"drafts"}},
		"counted":         {reviews, draftArgs("", false), []string{"drafts"}},
		"of a project":    {of, draftArgs("P3", true), []string{"drafts"}},
		"its count":       {ofs, draftArgs("P3", true), []string{"drafts"}},
		"of the staff":    {theirs, draftArgs("2026-01-01T00:00:00Z", true), []string{"drafts"}},
		"sitemap":         {`select * from (` + Sitemap().Things + `) t limit 10`, nil, nil},
	} {
		plan, err := explained(ctx, w, q.query, q.args)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, table := range q.among {
			if strings.Contains(plan, "Seq Scan on "+table) {
				t.Errorf("%s reads %s whole:\n%s", name, table, plan)
			}
		}
	}
}

func explained(ctx context.Context, w *catalogtest.World, query string, args []any) (string, error) {
	rows, err := w.DB.Pool.Query(ctx, "explain "+query, args...)
	if err != nil {
		return "", err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(lines, "\n"), err
}
