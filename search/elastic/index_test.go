package elastic_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/searchtest"
)

func TestElasticsearchPassesTheConformanceSuite(t *testing.T) {
	node := elastictest.URL(t)
	searchtest.Run(t, func(t *testing.T, docs []search.Doc) (search.Engine, searchtest.Recount) {
		w := newWorld(t, node)
		w.countEvery = 200 * time.Millisecond
		w.put(docs...)
		w.run(w.feeder(w.address).Run)
		w.found(docs[len(docs)-1].Position)
		index := elastic.NewIndex(w.client(w.address))
		return index, func(docs ...search.Doc) {
			w.change(func(b *pgx.Batch) { searchtest.QueueCounters(b, docs...) })
			eventually(t, "the counters are fed", func() bool {
				page, err := index.Search(t.Context(), search.Query{Sort: search.Follows, Limit: 1})
				return err == nil && page.IDs[0] == docs[0].ID
			})
		}
	})
}
