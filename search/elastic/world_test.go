package elastic_test

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/elastic"
	"github.com/modyard/modyard/search/elastic/elastictest"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

// world is a document table and a name prefix in a cluster.
type world struct {
	t       testing.TB
	pool    *pgxpool.Pool
	board   *watermark.Board
	address string
	logger  *slog.Logger

	countEvery time.Duration // of the feeders; a minute if zero
}

// limit is the time limit of each wait, also on a slow machine.
const limit = 60 * time.Second

func newWorld(t testing.TB, node string) *world {
	t.Helper()
	w := &world{t: t, pool: pgtest.Database(t).Pool, board: watermark.New(), address: elastictest.Address(t, node),
		logger: slog.New(slog.NewTextHandler(testWriter{t}, nil))}
	if !testing.Verbose() {
		w.logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	w.exec("create schema catalog; set local search_path = catalog;" + postgres.DDL)
	return w
}

type testWriter struct{ t testing.TB }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Log(string(p[:len(p)-1]))
	return len(p), nil
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.pool.Exec(context.Background(), sql, args...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) change(queue func(*pgx.Batch)) {
	w.t.Helper()
	ctx := context.Background()
	err := pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local search_path = catalog"); err != nil {
			return err
		}
		var b pgx.Batch
		queue(&b)
		return tx.SendBatch(ctx, &b).Close()
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// put indexes documents as a projection does and moves the mark to the newest.
func (w *world) put(docs ...search.Doc) {
	w.t.Helper()
	w.change(func(b *pgx.Batch) {
		postgres.Indexer{}.Queue(b, docs)
		searchtest.QueueCounters(b, docs...)
	})
	for _, d := range docs {
		w.board.Publish("catalog", d.Position)
	}
}

func (w *world) remove(id string, position uint64) {
	w.t.Helper()
	w.change(func(b *pgx.Batch) { postgres.Indexer{}.QueueDelete(b, []string{id}, position) })
	w.board.Publish("catalog", position)
}

func (w *world) client(address string) *elastic.Client {
	w.t.Helper()
	c, err := elastic.Open(address)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(c.Close)
	return c
}

// always has the lead.
func always(ctx context.Context, _ string) (context.Context, func(), error) {
	leading, cancel := context.WithCancel(ctx)
	return leading, cancel, nil
}

func (w *world) feeder(address string) *elastic.Feeder {
	w.t.Helper()
	f, err := elastic.NewFeeder(elastic.FeederOptions{Client: w.client(address), Pool: w.pool, Board: w.board, Lead: always, Logger: w.logger,
		CountEvery: w.countEvery})
	if err != nil {
		w.t.Fatal(err)
	}
	return f
}

// run runs something until the returned function is called, or the test ends.
func (w *world) run(f func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := f(ctx); err != nil {
			w.t.Error(err)
		}
	})
	stop = func() { cancel(); wg.Wait() }
	w.t.Cleanup(stop)
	return stop
}

// found waits until Elasticsearch has reached the position.
func (w *world) found(position uint64) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := w.board.Wait(ctx, elastic.Mark, position); err != nil {
		w.t.Fatal(err)
	}
}

func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	until.True(t, what, is)
}
