package elastic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

func TestFarPagesEqualThoseOfTheTable(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	random := rand.New(rand.NewPCG(50, 20))
	docs := searchtest.RandomDocs(random, 3000)
	w.put(docs...)
	w.run(w.feeder(w.address).Run)
	w.found(3000)
	index, table := elastic.NewIndex(w.client(w.address)), postgres.NewEngine(w.pool, "catalog")
	facets, err := search.ParseFacets(`[["client_side:required","server_side:required"]]`)
	if err != nil {
		t.Fatal(err)
	}
	same := func(q search.Query) {
		t.Helper()
		want, err := table.Search(t.Context(), q)
		got, other := index.Search(t.Context(), q)
		if err != nil || other != nil {
			t.Fatal(err, other)
		}
		if got.Total != want.Total || !slices.Equal(got.IDs, want.IDs) {
			t.Errorf("by %v from %d: %d hits of %d, want %d of %d\n%v\n%v", q.Sort, q.Offset, len(got.IDs), got.Total, len(want.IDs), want.Total, got.IDs, want.IDs)
		}
	}
	pages := func() {
		t.Helper()
		for _, by := range []search.Sort{search.Relevance, search.Downloads, search.Follows, search.Newest, search.Updated} {
			for _, filter := range []search.Filter{{}, facets} {
				// Sequentially as a reader does, backwards, and at random.
				for _, offset := range []int{1000, 1020, 1040, 2500, 1500, 999 + random.IntN(2000), 2990, 3500} {
					same(search.Query{Filter: filter, Sort: by, Offset: offset, Limit: 20})
				}
			}
		}
	}
	pages()
	// The first document becomes the last, and many before the stored places are deleted.
	position := uint64(5000)
	for i := range 1500 {
		position++
		if i%2 == 0 {
			w.remove(docs[i].ID, position)
			continue
		}
		docs[i].Downloads, docs[i].Follows = 2000-docs[i].Downloads, 10-docs[i].Follows
		w.put(renamed(docs[i], position, docs[i].Title))
	}
	w.found(position)
	pages()
}
