package memory_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/memory"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

func tables(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.Database(t).Pool
	if _, err := pool.Exec(context.Background(), "create schema catalog; set local search_path = catalog;"+postgres.DDL); err != nil {
		t.Fatal(err)
	}
	return pool
}

func run(t testing.TB, pool *pgxpool.Pool, queue func(*pgx.Batch)) {
	t.Helper()
	ctx := context.Background()
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local search_path = catalog"); err != nil {
			return err
		}
		var b pgx.Batch
		queue(&b)
		return tx.SendBatch(ctx, &b).Close()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func put(t testing.TB, pool *pgxpool.Pool, docs []search.Doc) {
	t.Helper()
	run(t, pool, func(b *pgx.Batch) {
		postgres.Indexer{}.Queue(b, docs)
		searchtest.QueueCounters(b, docs...)
	})
}

func refresh(t testing.TB, x *memory.Index) {
	t.Helper()
	if err := x.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestTheIndexPassesTheConformanceSuite(t *testing.T) {
	searchtest.Run(t, func(t *testing.T, docs []search.Doc) (search.Engine, searchtest.Recount) {
		pool := tables(t)
		put(t, pool, docs)
		x := memory.New(memory.Options{Pool: pool, CountEvery: time.Nanosecond})
		refresh(t, x)
		if !x.Ready() || x.Documents() != len(docs) {
			t.Fatalf("%d documents, want %d", x.Documents(), len(docs))
		}
		return x, func(docs ...search.Doc) {
			run(t, pool, func(b *pgx.Batch) { searchtest.QueueCounters(b, docs...) })
			refresh(t, x)
		}
	})
}

func TestAColdIndexAnswersFromPostgres(t *testing.T) {
	pool := tables(t)
	docs := searchtest.Invented()
	put(t, pool, docs)
	x := memory.New(memory.Options{Pool: pool})
	searchtest.Compare(t, rand.New(rand.NewPCG(1, 1)), 20, x, searchtest.NewReference(docs))
	if x.Ready() || x.At() != 0 {
		t.Errorf("ready %v at %d", x.Ready(), x.At())
	}
}

// Documents are added, changed, removed and added again; after every step the index must equal a fresh load of all of
// them.
func TestTheIndexFollowsEveryChange(t *testing.T) {
	pool := tables(t)
	rng := rand.New(rand.NewPCG(7, 9))
	x := memory.New(memory.Options{Pool: pool})
	refresh(t, x)
	docs := map[string]search.Doc{}
	position := uint64(0)
	for step := range 60 {
		fresh := searchtest.RandomDocs(rng, 1+rng.IntN(25))
		for i := range fresh {
			position++
			fresh[i].Position = position
			if i%2 == 0 { // a new id; the others replace earlier documents
				fresh[i].ID = fresh[i].ID[:1] + string(rune('a'+step%26)) + fresh[i].ID[2:]
			}
			docs[fresh[i].ID] = fresh[i]
		}
		put(t, pool, fresh)
		var leave []string
		for id := range docs {
			if rng.IntN(12) == 0 && len(leave) < 10 {
				leave = append(leave, id)
				delete(docs, id)
			}
		}
		position++
		run(t, pool, func(b *pgx.Batch) { postgres.Indexer{}.QueueDelete(b, leave, position) })
		if rng.IntN(3) == 0 {
			continue // two steps in one refresh
		}
		refresh(t, x)
		if x.Documents() != len(docs) || x.At() < position-1 {
			t.Fatalf("step %d: %d documents at %d, want %d at %d", step, x.Documents(), x.At(), len(docs), position)
		}
		all := make([]search.Doc, 0, len(docs))
		for _, d := range docs {
			all = append(all, d)
		}
		searchtest.Compare(t, rng, 12, x, searchtest.NewReference(all))
		if t.Failed() {
			t.Fatalf("step %d", step)
		}
	}
}

func TestTheIndexReloadsWhenItsViewsPointToOtherTables(t *testing.T) {
	pool := tables(t)
	ctx := t.Context()
	docs := searchtest.Invented()
	put(t, pool, docs)
	if _, err := pool.Exec(ctx, "create schema catalog_v2; create schema shown; set local search_path = catalog_v2;"+postgres.DDL); err != nil {
		t.Fatal(err)
	}
	show := func(schema string) {
		for _, name := range postgres.Tables() {
			if _, err := pool.Exec(ctx, "create or replace view shown."+name+" as select * from "+schema+"."+name); err != nil {
				t.Fatal(err)
			}
		}
	}
	show("catalog")
	x := memory.New(memory.Options{Pool: pool, Schema: "shown"})
	refresh(t, x)
	show("catalog_v2")
	refresh(t, x)
	if n := x.Documents(); n != 0 {
		t.Errorf("%d documents of the old tables are still found", n)
	}
	show("catalog")
	refresh(t, x)
	if n := x.Documents(); n != len(docs) {
		t.Errorf("%d documents after the views were restored", n)
	}
}

// Searches run while documents are replaced and parts merged: each answer must be of one snapshot, which has every
// document exactly once.
func TestSearchesDuringChangesSeeOneSnapshot(t *testing.T) {
	pool := tables(t)
	rng := rand.New(rand.NewPCG(2, 4))
	docs := searchtest.RandomDocs(rng, 200)
	put(t, pool, docs)
	x := memory.New(memory.Options{Pool: pool})
	refresh(t, x)
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				page, err := x.Search(context.Background(), search.Query{Sort: search.Newest, Limit: 100})
				if err != nil || page.Total != len(docs) || len(page.IDs) != 100 || len(slices.Compact(slices.Sorted(slices.Values(page.IDs)))) != 100 {
					t.Errorf("%d ids of %d, %v", len(page.IDs), page.Total, err)
					return
				}
				if _, err := x.Counts(context.Background(), search.Query{Text: "tide"}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for position := uint64(1000); position < 1060; position++ {
		changed := make([]search.Doc, 12)
		for i := range changed {
			n := rng.IntN(len(docs))
			docs[n].Position, docs[n].Downloads = position, docs[n].Downloads+1
			changed[i] = docs[n]
		}
		put(t, pool, changed)
		refresh(t, x)
	}
	close(stop)
	readers.Wait()
	searchtest.Compare(t, rng, 40, x, searchtest.NewReference(docs))
}

func TestSearchFindsEveryChangeUpToTheMark(t *testing.T) {
	pool := tables(t)
	board := watermark.New()
	x := memory.New(memory.Options{Pool: pool, Board: board})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- x.Run(ctx) }()
	docs := searchtest.Invented()
	for i, d := range docs {
		d.Position = uint64(10 * (i + 1))
		put(t, pool, []search.Doc{d})
		board.Publish("catalog", d.Position+3) // events without search rows follow
		if err := x.Wait(ctx, d.Position+3); err != nil {
			t.Fatal(err)
		}
		page, err := x.Search(ctx, search.Query{Text: d.Slug, Limit: 10})
		if err != nil || !slices.Contains(page.IDs, d.ID) {
			t.Fatalf("%s is not found at %d: %s, %v", d.ID, d.Position, strings.Join(page.IDs, " "), err)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
