package elastic_test

import (
	"testing"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/searchtest"
)

func TestElasticsearchMeetsTheConformanceSuite(t *testing.T) {
	node := elastictest.URL(t)
	searchtest.Run(t, func(t *testing.T, docs []search.Doc) search.Engine {
		w := newWorld(t, node)
		w.put(docs...)
		w.run(w.feeder(w.address).Run)
		w.found(docs[len(docs)-1].Position)
		return elastic.NewIndex(w.client(w.address))
	})
}
