package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

// tables creates the tables in a schema of a new database.
func tables(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.Database(t).Pool
	exec(t, pool, "create schema catalog; set local search_path = catalog;"+postgres.DDL)
	return pool
}

func exec(t testing.TB, pool *pgxpool.Pool, sql string) {
	t.Helper()
	if _, err := pool.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
}

// put indexes documents as a projection does.
func put(t testing.TB, pool *pgxpool.Pool, docs []search.Doc) {
	t.Helper()
	run(t, pool, func(b *pgx.Batch) {
		postgres.Indexer{}.Queue(b, docs)
		searchtest.QueueCounters(b, docs...)
	})
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

func TestPostgresPassesTheConformanceSuite(t *testing.T) {
	searchtest.Run(t, func(t *testing.T, docs []search.Doc) (search.Engine, searchtest.Recount) {
		pool := tables(t)
		put(t, pool, docs)
		return postgres.NewEngine(pool, "catalog"), func(docs ...search.Doc) {
			run(t, pool, func(b *pgx.Batch) { searchtest.QueueCounters(b, docs...) })
		}
	})
}
