package talk_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/search/analysis"
	"github.com/modyard/modyard/search/talk"
	"github.com/modyard/modyard/search/talk/talktest"
)

// filled has documents in the schema said.
func filled(t testing.TB, docs []talk.Doc) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.Database(t).Pool
	ctx := context.Background()
	if _, err := pool.Exec(ctx, "create schema said; set local search_path = said;"+talk.DDL); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, `create table said.issues (id text primary key, closed boolean not null);
		create table said.labels (issue text, label text, primary key (issue, label))`); err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if d.Section == talk.Issues {
			if _, err := pool.Exec(ctx, `insert into said.issues values ($1, $2) on conflict do nothing`, d.Thing, d.Closed); err != nil {
				t.Fatal(err)
			}
			if _, err := pool.Exec(ctx, `insert into said.labels select $1, unnest($2::text[]) on conflict do nothing`, d.Thing, d.Labels); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := pool.Exec(ctx, `insert into said.docs values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, $10)`,
			d.ID, d.Kind, d.Thing, d.Section, d.Project, d.Author, d.At, talk.TitleTerms(d.Title), talk.Terms(d.Text), d.Shown); err != nil {
			t.Fatal(err)
		}
	}
	return pool
}

// scopes are those of the tables beside.
func scopes() talk.Scopes {
	return talk.Scopes{
		Closed: `exists (select from said.issues i where i.id = docs.thing and i.closed = ?)`,
		Label:  `exists (select from said.labels l where l.issue = docs.thing and l.label = ?)`,
	}
}

func TestPostgresPassesTheConformanceSuite(t *testing.T) {
	talktest.Run(t, func(t *testing.T, docs []talk.Doc) talk.Engine {
		return talk.NewPostgres(filled(t, docs), "said", scopes())
	})
}

// many are 60 000 texts, of which the last of each 20 000 has the third word, every hundredth the second, and all the first.
const many = `
insert into said.docs select 'D' || n, 'post', 'T' || n / 20, case n % 4 when 0 then 'issues' else 'chat' end, '', 'A' || n % 977, now() - n * interval '1 minute', '{}',
  array[$1::bigint, n % 500] || case n % 100 when 1 then array[$2::bigint] else '{}' end || case n % 20000 when 19999 then array[$3::bigint] else '{}' end, false, n % 50 > 0
from generate_series(1, 60000) n`

func TestASearchReadsOnlyWhatItNeeds(t *testing.T) {
	pool := filled(t, nil)
	ctx := t.Context()
	if _, err := pool.Exec(ctx, many, talk.Terms("的")[0], talk.Terms("lantern")[0], talk.Terms("crash")[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, "analyze said.docs"); err != nil {
		t.Fatal(err)
	}
	e := talk.NewPostgres(pool, "said", scopes())
	plan := func(t *testing.T, statement string, args []any) string {
		rows, err := pool.Query(ctx, "explain "+statement, args...)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(lines, "\n")
	}
	for name, q := range map[string]talk.Query{
		"a rare word": {Text: "crash", Limit: 20}, "a common word": {Text: "的", Limit: 20}, "a word in between": {Text: "lantern", Limit: 20},
		"pinyin, or a word": {Text: "dengguang", Limit: 20}, "of a section": {Text: "的", Section: "chat", Limit: 20}, "of an author": {Text: "的", Author: "A5", Limit: 20},
	} {
		newest, all, args := e.Statements(q, analysis.ProseWanted(q.Text, true))
		if p := plan(t, newest, args); strings.Contains(p, "Seq Scan") || strings.Contains(p, "docs_terms") {
			t.Errorf("%s reads more than the newest texts:\n%s", name, p)
		}
		if p := plan(t, all, args); strings.Contains(p, "Seq Scan") || q.Author == "" && !strings.Contains(p, "docs_terms") {
			t.Errorf("%s reads all texts instead of the index of terms:\n%s", name, p)
		}
	}
	for word, wanted := range map[string]int{"crash": 3, "lantern": 100} {
		if page, err := e.Search(ctx, talk.Query{Text: word, Limit: 100}); err != nil || len(page.Hits) != wanted || page.More != (wanted == 100) {
			t.Errorf("%s: %d hits, more %v, %v; want %d", word, len(page.Hits), page.More, err, wanted)
		}
	}
}
