package elastic_test

import (
	"context"
	"testing"
	"time"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/searchtest"
)

func TestTheIndexRecoversFromAKilledNodeWithoutLoss(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a node of its own: runs in make test-all")
	}
	node := elastictest.OwnNode(t)
	w := newWorld(t, node.URL())
	docs := searchtest.Invented()
	w.put(docs...)
	w.run(w.feeder(w.address).Run)
	e, _ := w.engine(w.address, elastic.Options{Search: elastic.Limits{Patience: 5 * time.Second, Timeout: 10 * time.Second}})
	answers(t, e, search.EngineElasticsearch)
	c := w.client(w.address)
	index := w.serving(c)

	t.Run("killed", func(t *testing.T) {
		quit, done := make(chan struct{}), make(chan uint64)
		go func() { // changes continue before the node is killed, and long after
			position := uint64(100)
			for going := true; going && position < 3000; position++ {
				w.put(renamed(docs[4+position%3], position, "Mirrorwell"))
				select {
				case <-quit:
					going = false
				default:
				}
			}
			done <- position - 1
		}()
		w.found(120) // some requests are in flight
		node.Kill()
		for range 20 {
			if got := ask(t, e, 0); got.Engine != search.EnginePostgres {
				t.Errorf("killed, but %+v", got)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
		defer cancel()
		if err := node.Restart(ctx); err != nil {
			t.Fatal(err)
		}
		close(quit)
		last := <-done
		w.found(last)
		answers(t, e, search.EngineElasticsearch)
		if now := w.serving(c); now != index {
			t.Errorf("the index was replaced: %s, before %s", now, index)
		}
		if found, err := w.feeder(w.address).Verify(t.Context()); err != nil || len(found) != 0 {
			t.Errorf("verify: %v, %v", found, err)
		}
	})

	t.Run("frozen", func(t *testing.T) {
		if err := node.Pause(); err != nil {
			t.Fatal(err)
		}
		for range 3 { // they return although the node does not answer
			if got := ask(t, e, 0); got.Engine != search.EnginePostgres {
				t.Errorf("frozen, but %+v", got)
			}
		}
		if err := node.Resume(); err != nil {
			t.Fatal(err)
		}
		w.put(renamed(docs[5], 100_000, "Mirrorwell"))
		w.found(100_000)
		answers(t, e, search.EngineElasticsearch)
	})
}
