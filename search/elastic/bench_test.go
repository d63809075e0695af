package elastic_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/searchtest"
)

// BenchmarkFreshness measures the time from a change's commit in Postgres until it can be found, at 200 a second.
func BenchmarkFreshness(b *testing.B) {
	w := newWorld(b, elastictest.URL(b))
	docs := searchtest.RandomDocs(rand.New(rand.NewPCG(1, 1)), 2000)
	w.put(docs...)
	w.run(w.feeder(w.address).Run)
	w.found(2000)
	index := elastic.NewIndex(w.client(w.address))
	for b.Loop() {
		var mu sync.Mutex
		var took []time.Duration
		var all sync.WaitGroup
		base := uint64(time.Now().UnixMilli())
		begin := time.Now()
		for i := range 1000 {
			time.Sleep(time.Until(begin.Add(time.Duration(i) * 5 * time.Millisecond)))
			position := base + uint64(i)
			w.put(renamed(docs[i%len(docs)], position, "Sighting"))
			committed := time.Now()
			all.Go(func() {
				w.found(position)
				mu.Lock()
				defer mu.Unlock()
				took = append(took, time.Since(committed))
			})
		}
		all.Wait()
		page, err := index.Search(b.Context(), search.Query{Text: "sighting", Sort: search.Relevance, Limit: 1})
		if err != nil || page.Total < 1000 {
			b.Fatalf("found %d, %v", page.Total, err)
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		b.ReportMetric(float64(len(took))/time.Since(begin).Seconds(), "changes/s")
	}
}
