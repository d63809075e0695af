package elastic_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

func (w *world) serving(c *elastic.Client) string {
	w.t.Helper()
	index, _, err := c.Serving(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return index
}

// same compares random queries to the index and to the table's own engine.
func (w *world) same(seed uint64) {
	w.t.Helper()
	t, ok := w.t.(*testing.T)
	if !ok {
		w.t.Fatal("not a test")
	}
	searchtest.Compare(t, rand.New(rand.NewPCG(seed, 1)), 60, elastic.NewIndex(w.client(w.address)), postgres.NewEngine(w.pool, "catalog"))
}

func renamed(d search.Doc, position uint64, title string) search.Doc {
	d.Position, d.Title = position, title
	d.Hit = []byte(fmt.Sprintf(`{"project_id":%q,"position":%d}`, d.ID, position))
	return d
}

func TestEveryChangeOfTheTableIsFed(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	rng := rand.New(rand.NewPCG(7, 7))
	docs := searchtest.RandomDocs(rng, 120)
	w.put(docs[:60]...)
	w.run(w.feeder(w.address).Run)
	w.found(60)
	position := uint64(1000)
	for range 40 {
		position++
		switch i := rng.IntN(len(docs)); rng.IntN(4) {
		case 0:
			w.remove(docs[i].ID, position)
		case 1: // one event that changes many documents
			several := slices.Clone(docs[:5])
			for j := range several {
				several[j].Position, several[j].Author = position, "renamed author"
			}
			w.put(several...)
		default:
			w.put(renamed(docs[i], position, "Lantern "+docs[rng.IntN(len(docs))].Title))
		}
	}
	w.found(position)
	w.same(1)
}

func TestTheFeederContinuesFromItsStoredStateAfterACrash(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.RandomDocs(rand.New(rand.NewPCG(2, 9)), 50)
	w.put(docs...)
	stop := w.run(w.feeder(w.address).Run)
	w.found(50)
	c := w.client(w.address)
	index := w.serving(c)
	stop()
	w.put(renamed(docs[3], 70, "Mirrorwell"))
	w.remove(docs[4].ID, 71)
	w.run(w.feeder(w.address).Run)
	w.found(71)
	if now := w.serving(c); now != index {
		t.Errorf("the index %s was replaced by %s", index, now)
	}
	w.same(2)
}

func TestTwoConcurrentFeedersKeepTheIndexCorrect(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.RandomDocs(rand.New(rand.NewPCG(4, 9)), 30)
	w.put(docs...)
	w.run(w.feeder(w.address).Run)
	w.found(30)
	w.run(w.feeder(w.address).Run)
	for i := range uint64(60) {
		d := docs[i%7]
		if i%5 == 4 {
			w.remove(d.ID, 100+i)
		} else {
			w.put(renamed(d, 100+i, fmt.Sprintf("Title %d", i)))
		}
		if i%20 == 19 {
			w.found(100 + i) // so that the feeders send several batches
		}
	}
	w.found(159)
	eventually(t, "the index is as the table", func() bool {
		found, err := w.feeder(w.address).Verify(t.Context())
		return err == nil && len(found) == 0
	})
	w.same(3)
}

func TestARejectedDocumentIsRecordedWhileOthersAreIndexed(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	// Without its indexes the table accepts what the index does not: a value and an id that are too long, and a
	// malformed id.
	w.exec("drop schema catalog cascade; create schema catalog; set local search_path = catalog;" + postgres.TablesDDL)
	docs := searchtest.RandomDocs(rand.New(rand.NewPCG(6, 6)), 20)
	long := docs[5]
	long.Author = strings.Repeat("a", 40_000)
	longID := docs[6]
	longID.ID = strings.Repeat("i", 600)
	w.put(docs...)
	w.put(long)
	w.run(w.feeder(w.address).Run)
	w.found(20)
	longID.Position = 30
	oddID := renamed(docs[8], 32, "Sighting")
	oddID.ID = "not-base62"
	w.put(longID, renamed(docs[7], 31, "Mirrorwell"), oddID)
	w.found(32)
	c := w.client(w.address)
	parked, err := c.Parked(t.Context())
	if err != nil || len(parked) != 3 || !strings.Contains(parked[long.ID], "immense") ||
		!strings.Contains(parked[longID.ID], "no key to sort by: it has 600 characters") || !strings.Contains(parked[oddID.ID], `no key to sort by: '-'`) {
		t.Fatalf("on record: %v, %v", parked, err)
	}
	if page, err := elastic.NewIndex(c).Search(t.Context(), search.Query{Text: "mirrorwell", Limit: 5}); err != nil || page.Total != 1 {
		t.Errorf("the valid document: %+v, %v", page, err)
	}
	found, err := w.feeder(w.address).Verify(t.Context())
	if err != nil || len(found) != 3 || slices.ContainsFunc(found, func(d elastic.Difference) bool { return d.Kind != "missing" || d.Reason == "" }) {
		t.Errorf("verify says %v, %v", found, err)
	}
	w.remove(oddID.ID, 39)
	w.put(renamed(docs[5], 40, "Well again"))
	w.found(40)
	if parked, err := c.Parked(t.Context()); err != nil || len(parked) != 1 {
		t.Errorf("after the repair: %v, %v", parked, err)
	}
}

func TestNewTablesAreCopiedToANewIndexWhileSearchesContinue(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.Invented()
	w.put(docs...)
	w.run(w.feeder(w.address).Run)
	w.found(10)
	c := w.client(w.address)
	index := w.serving(c)
	e, _ := w.engine(w.address, elastic.Options{})
	eventually(t, "Elasticsearch answers", func() bool { ok, _ := e.Serving(); return ok })
	// A rebuild: new tables, where one document is deleted and one differs at the same position.
	w.exec("drop schema catalog cascade; create schema catalog; set local search_path = catalog;" + postgres.DDL)
	changed := docs[1]
	changed.Title = "Otherwise"
	w.put(append(docs[2:], changed)...)
	eventually(t, "another index serves", func() bool {
		page, err := e.Search(t.Context(), search.Query{Text: "otherwise", Limit: 5})
		if err != nil || page.Total > 1 {
			t.Fatalf("a search meanwhile: %+v, %v", page, err)
		}
		ok, _ := e.Serving()
		return ok && w.serving(c) != index
	})
	w.same(4)
	if names := w.indexes(); len(names) != 1 {
		t.Errorf("left over: %v", names)
	}
}

// indexes lists the indexes of documents.
func (w *world) indexes() []string {
	w.t.Helper()
	body := w.http(http.MethodGet, "/_cat/indices/"+w.name()+"-search-*?h=index", "")
	return strings.Fields(body)
}

func (w *world) name() string {
	u, err := url.Parse(w.address)
	if err != nil {
		w.t.Fatal(err)
	}
	return u.Query().Get("index")
}

// http sends a request to the node.
func (w *world) http(method, path, body string) string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	u, err := url.Parse(w.address)
	if err != nil {
		w.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+u.Host+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode > 299 {
		w.t.Fatalf("%s %s: %d %s %v", method, path, res.StatusCode, out, err)
	}
	return string(out)
}

func TestAnInterruptedFillContinuesWhereItStopped(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.RandomDocs(rand.New(rand.NewPCG(8, 8)), 1100)
	w.put(docs...)
	// A third of the hits, the last by id, cannot be read.
	w.exec(`alter table catalog.search_hits rename to whole_hits;
create view catalog.search_hits as select id, case when id < 'a' then hit else decode((1 / (length(id) - length(id)))::text, 'hex') end as hit from catalog.whole_hits`)
	stop := w.run(w.feeder(w.address).Run)
	c := w.client(w.address)
	var index, id string
	eventually(t, "it is more than half full", func() bool {
		var err error
		index, id, err = c.Shipping(t.Context())
		return err == nil && id > "A"
	})
	stop()
	w.exec(`drop view catalog.search_hits; alter table catalog.whole_hits rename to search_hits`)
	// Changes meanwhile, before and after the id where the fill stopped.
	w.put(renamed(docs[0], 2001, "Mirrorwell"))
	w.remove(docs[1].ID, 2002)
	w.remove(docs[1000].ID, 2003)
	w.run(w.feeder(w.address).Run)
	w.found(2003)
	if now := w.serving(c); now != index {
		t.Errorf("%s was filled first, but %s serves", index, now)
	}
	w.same(5)
	if found, err := w.feeder(w.address).Verify(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("verify: %v, %v", found, err)
	}
}

func TestAnIndexThatWasDeletedIsFilledAgain(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.Invented()
	w.put(docs...)
	w.run(w.feeder(w.address).Run)
	w.found(10)
	c := w.client(w.address)
	index := w.serving(c)
	w.http(http.MethodDelete, "/"+index, "")
	w.put(renamed(docs[0], 20, "Mirrorwell"))
	eventually(t, "another index serves", func() bool { return w.serving(c) != index })
	w.found(20)
	w.same(6)
}

func TestVerifyFindsPlantedDifferencesAndReshipRepairsThem(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	w.put(searchtest.Invented()...)
	f := w.feeder(w.address)
	w.run(f.Run)
	w.found(10)
	if found, err := f.Verify(t.Context()); err != nil || len(found) != 0 {
		t.Fatalf("before any difference is planted: %v, %v", found, err)
	}
	alias := "/" + w.name() + "-search"
	w.http(http.MethodDelete, alias+"/_doc/A", "")
	w.http(http.MethodPut, alias+"/_doc/B", `{"id":"B","position":2,"digest":"other"}`)
	w.http(http.MethodPut, alias+"/_doc/Z?refresh=true", `{"id":"Z","position":3,"digest":"none"}`)
	found, err := f.Verify(t.Context())
	kinds := map[string]string{}
	for _, d := range found {
		kinds[d.ID] = d.Kind
	}
	if err != nil || len(found) != 3 || kinds["A"] != "missing" || kinds["B"] != "changed" || kinds["Z"] != "extra" {
		t.Fatalf("found %v, %v", found, err)
	}
	index := w.serving(w.client(w.address))
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	if err := f.Reship(ctx); err != nil {
		t.Fatal(err)
	}
	if found, err := f.Verify(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("after the new index serves: %v, %v", found, err)
	}
	if now := w.serving(w.client(w.address)); now == index {
		t.Error("the same index serves")
	}
	w.same(7)
}

func TestAnIndexAheadOfTheLogIsFilledAgain(t *testing.T) {
	w := newWorld(t, elastictest.URL(t))
	docs := searchtest.Invented()
	w.put(docs...)
	w.put(renamed(docs[0], 500, "Of a log that is gone"))
	stop := w.run(w.feeder(w.address).Run)
	w.found(500)
	stop()
	c := w.client(w.address)
	index := w.serving(c)
	// Reset both the log and the table to an earlier state.
	w.put(docs[0])
	f, err := elastic.NewFeeder(elastic.FeederOptions{Client: c, Pool: w.pool, Lead: always, Logger: w.logger,
		Head: func(context.Context) (uint64, error) { return 10, nil }})
	if err != nil {
		t.Fatal(err)
	}
	w.run(f.Run)
	eventually(t, "another index serves", func() bool { return w.serving(c) != index })
	w.same(8)
}
