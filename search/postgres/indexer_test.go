package postgres_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

func scan[T any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) T {
	t.Helper()
	var v T
	if err := pool.QueryRow(context.Background(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

func TestADocumentReplacesTheEarlierOne(t *testing.T) {
	pool := tables(t)
	docs := searchtest.Invented()
	put(t, pool, docs)
	changed := docs[0]
	changed.Position, changed.Title, changed.TitleZH, changed.Aliases, changed.Slug = 50, "Mirrorwell", "", nil, "mirrorwell"
	changed.Hit = []byte(`{"project_id":"A","new":true}`)
	put(t, pool, []search.Doc{docs[0], changed}) // of two with the same id the later one is used
	e := postgres.NewEngine(pool, "catalog")
	if p, err := e.Search(t.Context(), search.Query{Text: "mirrorwell", Limit: 5}); err != nil || len(p.IDs) != 1 || string(p.Hits[0]) != string(changed.Hit) {
		t.Errorf("new title: %+v, %v", p, err)
	}
	if p, err := e.Search(t.Context(), search.Query{Text: "灯笼码头", Limit: 5}); err != nil || strings.Join(p.IDs, " ") != "B" {
		t.Errorf("old title: %+v, %v", p, err)
	}
	if n := scan[int64](t, pool, "select position from catalog.search_docs where id = 'A'"); n != 50 {
		t.Errorf("position %d", n)
	}
}

func TestADownloadDoesNotRewriteTheTypoHashes(t *testing.T) {
	pool := tables(t)
	docs := searchtest.Invented()
	put(t, pool, docs)
	before := scan[string](t, pool, "select xmin::text from catalog.search_fuzzy where id = 'A'")
	docs[0].Downloads, docs[0].Position = 1_000_000, 60
	put(t, pool, docs[:1])
	if after := scan[string](t, pool, "select xmin::text from catalog.search_fuzzy where id = 'A'"); after != before {
		t.Error("the row of hashes was rewritten")
	}
	if pop := scan[int](t, pool, "select pop from catalog.search_docs where id = 'A'"); pop != search.Popularity(1_000_000) {
		t.Errorf("popularity %d", pop)
	}
	docs[0].Title = "Mirrorwell"
	put(t, pool, docs[:1])
	if after := scan[string](t, pool, "select xmin::text from catalog.search_fuzzy where id = 'A'"); after == before {
		t.Error("a new title did not change the hashes")
	}
}

func TestADeletedDocumentLeavesItsPosition(t *testing.T) {
	pool := tables(t)
	docs := searchtest.Invented()
	put(t, pool, docs)
	run(t, pool, func(b *pgx.Batch) { postgres.Indexer{}.QueueDelete(b, []string{"A", "A", "Z"}, 70) })
	for _, table := range []string{"search_docs", "search_hits", "search_fuzzy"} {
		if n := scan[int](t, pool, "select count(*) from catalog."+table+" where id = 'A'"); n != 0 {
			t.Errorf("%s still holds A", table)
		}
	}
	if n := scan[int](t, pool, "select count(*) from catalog.search_gone where position = 70"); n != 2 {
		t.Errorf("%d deletion rows, want those of A and Z", n)
	}
	docs[0].Position = 80
	put(t, pool, docs[:1])
	if n := scan[int](t, pool, "select count(*) from catalog.search_gone where id = 'A'"); n != 0 {
		t.Error("A is indexed, but also has a deletion row")
	}
}

func TestHostileDocumentsAreIndexed(t *testing.T) {
	pool := tables(t)
	bad := search.Doc{ID: `x'y"z`, Title: "\x00\xff'; drop table search_docs; --\n", TitleZH: strings.Repeat("重", 5000), Slug: "a\nb\x00",
		Aliases: []string{"", "\\", strings.Repeat("a,", 5000)}, Description: strings.Repeat("x\x00 ", 100_000), Author: "o\nne", Categories: []string{"a\nb", "{}", `"`, ""}}
	put(t, pool, []search.Doc{bad, {ID: "empty"}})
	e := postgres.NewEngine(pool, "catalog")
	if p, err := e.Search(t.Context(), search.Query{Limit: 5}); err != nil || p.Total != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := e.Search(t.Context(), search.Query{Text: "drop table", Limit: 5}); err != nil || p.Total != 1 || p.IDs[0] != bad.ID {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestNoStatementIsQueuedWithoutDocuments(t *testing.T) {
	var b pgx.Batch
	postgres.Indexer{}.Queue(&b, nil)
	postgres.Indexer{}.QueueDelete(&b, nil, 1)
	if b.Len() != 0 {
		t.Errorf("%d statements", b.Len())
	}
}

// The plans of hot queries, with enough rows that a sequential scan would be wrong.
func TestHotQueriesUseTheirIndexes(t *testing.T) {
	pool := tables(t)
	rng := rand.New(rand.NewPCG(5, 8))
	put(t, pool, searchtest.RandomDocs(rng, 4000))
	put(t, pool, searchtest.Invented())
	exec(t, pool, "vacuum analyze")
	for about, want := range map[string]struct {
		query search.Query
		index string
	}{
		"a title":                       {search.Query{Text: "lanternquay"}, "search_docs_terms"},
		"Chinese in the middle":         {search.Query{Text: "笼码头"}, "search_docs_terms"},
		"a typo":                        {search.Query{Text: "brasswcik"}, "search_fuzzy_hashes"},
		"two mistyped words":            {search.Query{Text: "brasswcik enginse"}, "search_fuzzy_hashes"},
		"the first page by downloads":   {search.Query{Sort: search.Downloads}, "search_docs_downloads"},
		"the first page by popularity":  {search.Query{Sort: search.Relevance}, "search_docs_downloads"},
		"the first page of the newest":  {search.Query{Sort: search.Newest}, "search_docs_created"},
		"the first page of the updated": {search.Query{Sort: search.Updated}, "search_docs_updated"},
		"a rare facet":                  {search.Query{Filter: facets(t, `[["author:quaymaster"]]`)}, "search_docs_facets"},
	} {
		want.query.Limit = 20
		plan, err := postgres.Explain(t.Context(), pool, "catalog", want.query)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		if !strings.Contains(plan, want.index) {
			t.Errorf("%s: the plan does not use %s:\n%s", about, want.index, plan)
		}
	}
}

func facets(t *testing.T, s string) search.Filter {
	t.Helper()
	f, err := search.ParseFacets(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
