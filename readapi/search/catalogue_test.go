package search_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/watermark"
	readsearch "github.com/modyard/modyard/readapi/search"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/memory"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

// withoutIndexes drops the indexes that only the engine in SQL reads: filling them would take most of the time.
const withoutIndexes = `;
do $$ declare i regclass; begin
	for i in select indexrelid from pg_index x join pg_class c on c.oid = x.indrelid where c.relnamespace = 'catalog'::regnamespace and not indisunique loop
		execute 'drop index ' || i;
	end loop;
end $$`

// catalogue serves the search of documents, without counters.
func catalogue(t *testing.T, docs []search.Doc) http.Handler {
	t.Helper()
	ctx := t.Context()
	pool := pgtest.Database(t).Pool
	if _, err := pool.Exec(ctx, "create schema catalog; set local search_path = catalog;"+postgres.DDL+withoutIndexes); err != nil {
		t.Fatal(err)
	}
	for from := 0; from < len(docs); from += 2000 {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "set local search_path = catalog; set local synchronous_commit = off"); err != nil {
				return err
			}
			var b pgx.Batch
			postgres.Indexer{}.Queue(&b, docs[from:min(from+2000, len(docs))])
			return tx.SendBatch(ctx, &b).Close()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	index := memory.New(memory.Options{Pool: pool, CountEvery: time.Hour})
	if err := index.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	readsearch.New(&view.Source{Pool: pool, Board: watermark.New()}, index).Register(api)
	return api.Handler()
}

func TestTheRealCatalogueHasOneTotalOfEachTypeEverywhere(t *testing.T) {
	dir, err := searchtest.DataDir()
	if err != nil {
		t.Skipf("the totals of the real catalogue are not compared: %v", err)
	}
	docs, err := searchtest.Catalogue(dir)
	if err != nil {
		t.Fatal(err)
	}
	want, unlabelled := map[string]int{}, map[string]int{}
	for i := range docs {
		d := &docs[i]
		d.Description, d.DescriptionZH = "", "" // names are enough here, and analysing them is faster
		d.ProjectTypes = contract.ProjectTypes(d.ProjectTypes[0], d.Loaders)
		d.Hit, err = json.Marshal(contract.Hit{ProjectID: d.ID, ProjectType: d.ProjectTypes[0], Slug: d.Slug, Title: d.Title, TitleZH: contract.Present(d.TitleZH)})
		if err != nil {
			t.Fatal(err)
		}
		for _, typ := range d.ProjectTypes {
			want[typ]++
			if len(d.Loaders) == 0 {
				unlabelled[typ]++
			}
		}
	}
	if want["mod"] < 30_000 || unlabelled["mod"] < 20_000 {
		t.Fatalf("the catalogue has %d mods, %d without a loader", want["mod"], unlabelled["mod"])
	}
	site := catalogue(t, docs)
	ask := func(path string, into any, pairs ...string) {
		t.Helper()
		values := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			values.Set(pairs[i], pairs[i+1])
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, path+"?"+values.Encode(), nil))
		if w.Code != http.StatusOK {
			t.Fatalf("%s %v: %d %s", path, pairs, w.Code, w.Body)
		}
		if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
			t.Fatal(err)
		}
	}
	var tiles map[string]int
	ask("/_internal/search/counts", &tiles, "facets", "[]")
	for typ, n := range want {
		exact := `[["project_types:` + typ + `"]]`
		var page, ranking contract.SearchPage[contract.Hit]
		var third contract.SearchAnswerV3
		var options map[string]int
		ask("/v2/search", &page, "facets", exact)
		ask("/v2/search", &ranking, "facets", exact, "index", "downloads")
		ask("/v3/search", &third, "facets", `[["project_type:`+typ+`"]]`)
		ask("/_internal/search/counts", &options, "facets", exact)
		if tiles["project_type:"+typ] != n || page.TotalHits != n || ranking.TotalHits != n || third.TotalHits != n {
			t.Errorf("%s: %d in the data; the tile has %d, the page %d, the ranking %d, /v3/search %d", typ, n, tiles["project_type:"+typ], page.TotalHits, ranking.TotalHits, third.TotalHits)
		}
		var without contract.SearchPage[contract.Hit]
		ask("/v2/search", &without, "facets", `[["categories:none"],["project_types:`+typ+`"]]`)
		if without.TotalHits != unlabelled[typ] || options["categories:none"] != unlabelled[typ] {
			t.Errorf("%s: %d name no loader; the filter finds %d, its option says %d", typ, unlabelled[typ], without.TotalHits, options["categories:none"])
		}
	}
	for _, name := range []string{"神秘时代", "Thaumcraft"} {
		var found contract.SearchPage[contract.Hit]
		ask("/v2/search", &found, "query", name, "facets", `[["project_types:mod"]]`)
		if !slices.ContainsFunc(found.Hits, func(h contract.Hit) bool { return h.Slug == "thaumcraft" }) {
			t.Errorf("%s is not on the first page of %d mods", name, found.TotalHits)
		}
	}
}
