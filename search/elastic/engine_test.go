package elastic_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

// fallback answers from the table unless it is down.
type fallback struct {
	search.Engine
	down  atomic.Bool
	asked atomic.Int64
}

var errDown = errors.New("the fall-back is down")

func (f *fallback) Search(ctx context.Context, q search.Query) (search.Page, error) {
	f.asked.Add(1)
	if f.down.Load() {
		return search.Page{}, errDown
	}
	return f.Engine.Search(ctx, q)
}

// engine makes and runs an engine with a fall-back. Its limits are generous, so that a busy machine is not taken for
// a slow cluster.
func (w *world) engine(address string, o elastic.Options) (*elastic.Engine, *fallback) {
	w.t.Helper()
	back := &fallback{Engine: postgres.NewEngine(w.pool, "catalog")}
	o.Client, o.Fallback, o.Pool, o.Board, o.Logger = w.client(address), back, w.pool, w.board, w.logger
	if o.Search.Patience == 0 {
		o.Search = elastic.Limits{Patience: 20 * time.Second, Timeout: 30 * time.Second}
	}
	if o.MaxLag == 0 {
		o.MaxLag = limit
	}
	if o.Rest == 0 {
		o.Rest = 200 * time.Millisecond
	}
	e, err := elastic.New(o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(e.Run)
	return e, back
}

// ask searches for A, B and D and returns the engine that answered.
func ask(t *testing.T, e search.Engine, atLeast uint64) search.Trace {
	t.Helper()
	var trace search.Trace
	page, err := e.Search(search.WithTrace(t.Context(), &trace), search.Query{Text: "lanternquay", Sort: search.Relevance, Limit: 5, AtLeast: atLeast})
	if err != nil {
		t.Fatalf("a search failed: %v", err)
	}
	if got := strings.Join(page.IDs, " "); got != "A B D" || page.Total != 3 {
		t.Fatalf("found %q of %d", got, page.Total)
	}
	return trace
}

func answers(t *testing.T, e search.Engine, name string) {
	t.Helper()
	eventually(t, name+" answers", func() bool { return ask(t, e, 0).Engine == name })
}

func TestTheFallBackAnswersUntilTheIndexIsReady(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	w.put(searchtest.Invented()...)
	registry := prometheus.NewRegistry()
	e, _ := w.engine(w.address, elastic.Options{Registry: registry})
	if got := ask(t, e, 0); got.Engine != search.EnginePostgres || got.Position != 0 {
		t.Errorf("before the first document is fed: %+v", got)
	}
	w.run(w.feeder(w.address).Run)
	answers(t, e, search.EngineElasticsearch)
	if got := ask(t, e, 0); got.Position != 10 {
		t.Errorf("it answers as of %d", got.Position)
	}
	counts, err := e.Counts(t.Context(), search.Query{})
	if err != nil || counts["categories:fabric"] != 3 {
		t.Errorf("counts: %v, %v", counts, err)
	}
	eventually(t, "a metric says so", func() bool {
		families, err := registry.Gather()
		serving, answered := 0.0, 0
		for _, f := range families {
			switch f.GetName() {
			case "modyard_search_elasticsearch_serving":
				serving = f.GetMetric()[0].GetGauge().GetValue()
			case "modyard_search_answers_total":
				answered = len(f.GetMetric()) // by engine and reason
			}
		}
		return err == nil && serving == 1 && answered >= 2
	})
}

func TestAnIndexThatIsBehindIsNotQueriedUntilItHasCaughtUp(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.Invented()
	w.put(docs...)
	stop := w.run(w.feeder(w.address).Run)
	e, _ := w.engine(w.address, elastic.Options{MaxLag: 500 * time.Millisecond})
	answers(t, e, search.EngineElasticsearch)
	stop()
	w.put(renamed(docs[4], 50, "Mirrorwell"))
	if got := ask(t, e, 50); got.Engine != search.EnginePostgres {
		t.Errorf("a caller who has seen 50 got %+v", got)
	}
	answers(t, e, search.EnginePostgres)
	if _, reason := e.Serving(); reason != "behind" {
		t.Errorf("the reason is %q", reason)
	}
	w.run(w.feeder(w.address).Run)
	answers(t, e, search.EngineElasticsearch)
	if got := ask(t, e, 50); got.Engine != search.EngineElasticsearch || got.Position < 50 {
		t.Errorf("caught up, but %+v", got)
	}
}

func TestALateIndexAnswersWhenTheFallBackFails(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.Invented()
	w.put(docs...)
	stop := w.run(w.feeder(w.address).Run)
	e, back := w.engine(w.address, elastic.Options{MaxLag: 300 * time.Millisecond})
	answers(t, e, search.EngineElasticsearch)
	stop()
	w.put(renamed(docs[4], 50, "Mirrorwell"))
	answers(t, e, search.EnginePostgres)
	back.down.Store(true)
	if got := ask(t, e, 0); got.Engine != search.EngineElasticsearch || got.Position != 10 {
		t.Errorf("while the fall-back is down: %+v", got)
	}
}

func TestSearchesSucceedWhileTheClusterIsUnreachable(t *testing.T) {
	node := elastictest.URL(t)
	proxy := elastictest.NewProxy(t, strings.TrimPrefix(node, "http://"))
	w := newWorld(t, node)
	docs := searchtest.Invented()
	w.put(docs...)
	behind := strings.Replace(w.address, node, proxy.URL(), 1)
	w.run(w.feeder(behind).Run)
	e, _ := w.engine(behind, elastic.Options{})
	answers(t, e, search.EngineElasticsearch)
	proxy.Cut()
	for range 20 {
		if got := ask(t, e, 0); got.Engine != search.EnginePostgres {
			t.Fatalf("cut off, but %+v", got)
		}
	}
	if ok, reason := e.Serving(); ok || reason != "breaker" {
		t.Errorf("after twenty failures: %v, %q", ok, reason)
	}
	w.put(renamed(docs[4], 50, "Mirrorwell"))
	proxy.Heal()
	w.found(50)
	answers(t, e, search.EngineElasticsearch)
}

func TestASlowClusterDelaysSearchesByAtMostThePatience(t *testing.T) {
	node := elastictest.URL(t)
	proxy := elastictest.NewProxy(t, strings.TrimPrefix(node, "http://"))
	w := newWorld(t, node)
	w.put(searchtest.Invented()...)
	w.run(w.feeder(w.address).Run)
	e, back := w.engine(strings.Replace(w.address, node, proxy.URL(), 1),
		elastic.Options{Search: elastic.Limits{Patience: 2 * time.Second, Timeout: 4 * time.Second}, Rest: time.Second})
	answers(t, e, search.EngineElasticsearch)
	proxy.Slow(time.Hour)
	before := back.asked.Load()
	if got := ask(t, e, 0); got.Engine != search.EnginePostgres {
		t.Errorf("a delay of an hour, but %+v", got)
	}
	done := make(chan search.Trace)
	for range 8 {
		go func() {
			var trace search.Trace
			_, _ = e.Search(search.WithTrace(context.Background(), &trace), search.Query{Text: "lanternquay", Limit: 5})
			done <- trace
		}()
	}
	for range 8 {
		if got := <-done; got.Engine != search.EnginePostgres {
			t.Errorf("slow, but %+v", got)
		}
	}
	eventually(t, "the breaker opens", func() bool { ok, _ := e.Serving(); return !ok })
	if back.asked.Load() < before+9 {
		t.Error("the fall-back was not queried")
	}
	proxy.Cut() // drops the delayed answers
	proxy.Heal()
	answers(t, e, search.EngineElasticsearch)
}

func TestAQueryThatIsTooComplexDoesNotOpenTheBreaker(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	w.put(searchtest.Invented()...)
	w.run(w.feeder(w.address).Run)
	e, _ := w.engine(w.address, elastic.Options{})
	answers(t, e, search.EngineElasticsearch)
	for range 12 {
		page, err := e.Search(t.Context(), search.Query{Offset: 1 << 29, Limit: 10})
		if err != nil || page.Total != 10 || len(page.IDs) != 0 {
			t.Fatalf("%+v, %v", page, err)
		}
	}
	// As many clauses as a text can produce.
	for _, text := range []string{strings.Repeat("灯笼码头夜航渡", 2) + strings.Repeat(" 黄铜维克机关汐", 14), strings.Repeat("灯笼码头夜航渡轮 ", 16), strings.Repeat("abcd ", 26)} {
		if _, err := e.Search(t.Context(), search.Query{Text: text, Limit: 10}); err != nil {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	if ok, reason := e.Serving(); !ok {
		t.Errorf("elasticsearch no longer serves: %s", reason)
	}
}
