package searchbench

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/memory"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

// engines returns the SQL engine and the in-process engine over the tables of Prepare.
func engines(ctx context.Context, pool *pgxpool.Pool) (*postgres.Engine, *memory.Index, error) {
	index := memory.New(memory.Options{Pool: pool, Schema: Schema})
	if err := index.Refresh(ctx); err != nil {
		return nil, nil, err
	}
	return postgres.NewEngine(pool, Schema), index, nil
}

// catalogue reads the catalogue, or the first documents of it if most is not 0.
func catalogue(dir string, most int) ([]search.Doc, error) {
	docs, err := searchtest.Catalogue(dir)
	if most > 0 && most < len(docs) {
		docs = docs[:most]
	}
	return docs, err
}

// RunQuality indexes the catalogue, or the first documents of it if most is not 0, in the database of the pool, runs the judged queries and those in pinyin of 300
// names on every engine, and prints a table. It includes Elasticsearch where its address is not empty.
func RunQuality(ctx context.Context, pool *pgxpool.Pool, dir string, most int, elasticsearch string, w io.Writer) ([]searchtest.Quality, error) {
	docs, err := catalogue(dir, most)
	if err != nil {
		return nil, err
	}
	judged, err := searchtest.Judgements(dir)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	if err := Prepare(ctx, pool, docs); err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "%d documents indexed in %.1f s\n", len(docs), time.Since(started).Seconds())
	sql, index, err := engines(ctx, pool)
	if err != nil {
		return nil, err
	}
	queries := append(judged, searchtest.Pinyin(docs, 300)...)
	a, err := searchtest.Evaluate(ctx, "postgres", sql, queries)
	if err != nil {
		return nil, err
	}
	b, err := searchtest.Evaluate(ctx, "memory", index, queries)
	if err != nil {
		return nil, err
	}
	rows := append(a, b...)
	if elasticsearch != "" {
		e, drop, err := fed(ctx, pool, elasticsearch, len(docs), w)
		if err != nil {
			return nil, err
		}
		defer drop()
		c, err := searchtest.Evaluate(ctx, search.EngineElasticsearch, e, queries)
		if err != nil {
			return nil, err
		}
		rows = append(rows, c...)
	}
	searchtest.PrintQuality(w, rows)
	return rows, nil
}

// RunSpeed indexes the doubled catalogue, or that of its first documents, in the database of the pool, measures the in-process engine (with both, also
// the SQL engine; and Elasticsearch where its address is not empty) with n requests of each kind, and prints a table.
func RunSpeed(ctx context.Context, pool *pgxpool.Pool, dir string, most, n int, both bool, elasticsearch string, w io.Writer) ([]Latency, error) {
	docs, err := catalogue(dir, most)
	if err != nil {
		return nil, err
	}
	judged, err := searchtest.Judgements(dir)
	if err != nil {
		return nil, err
	}
	docs = Doubled(docs)
	started := time.Now()
	if err := Prepare(ctx, pool, docs); err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "%d documents indexed in %.1f s\n", len(docs), time.Since(started).Seconds())
	before := heap()
	started = time.Now()
	sql, index, err := engines(ctx, pool)
	if err != nil {
		return nil, err
	}
	loaded := time.Since(started)
	fmt.Fprintf(w, "index of %d documents loaded in %.1f s; it takes %d MiB\n", index.Documents(), loaded.Seconds(), (heap()-before)>>20)
	loads, err := Loads(judged, n)
	if err != nil {
		return nil, err
	}
	var rows []Latency
	measure := func(name string, e search.Engine) error {
		for _, l := range loads {
			row, err := Measure(ctx, name, e, l, Callers)
			if err != nil {
				return err
			}
			switch {
			case name == "postgres":
				row.Budget = 0 // the budgets apply to the serving engines
			case name == search.EngineElasticsearch && row.Budget == SearchBudget:
				row.Budget = ElasticBudget
			}
			rows = append(rows, row)
			fmt.Fprintf(w, "%s, %s: p50 %s, p95 %s\n", name, l.Kind, row.P50, row.P95)
		}
		return nil
	}
	if err := measure("memory", index); err != nil {
		return nil, err
	}
	if elasticsearch != "" {
		e, drop, err := fed(ctx, pool, elasticsearch, index.Documents(), w)
		if err != nil {
			return nil, err
		}
		defer drop()
		for _, l := range loads { // a virtual machine that has just started is slow
			if _, err := Measure(ctx, search.EngineElasticsearch, e, l, Callers); err != nil {
				return nil, err
			}
		}
		if err := measure(search.EngineElasticsearch, e); err != nil {
			return nil, err
		}
	}
	if both {
		if err := measure("postgres", sql); err != nil {
			return nil, err
		}
	}
	PrintLatency(w, rows)
	return rows, nil
}

// heap is the memory in use after a garbage collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
