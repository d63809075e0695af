package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/modyard/modyard/loadtest/searchbench"
	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/searchtest"
)

// searching runs the judged queries and those in pinyin, and measures eight callers over twice the catalogue. It
// includes Elasticsearch where MODYARD_ELASTICSEARCH_URL names one.
func searching(ctx context.Context, g *ground) (rows []Row, err error) {
	dir, err := searchtest.DataDir()
	if err != nil {
		return []Row{skippedRow("search: quality and latency", "no ../shared/data")}, nil //nolint:nilerr // it is not everybody's
	}
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	elasticsearch := os.Getenv("MODYARD_ELASTICSEARCH_URL")
	most := g.amount(0, 500)
	quality, err := searchbench.RunQuality(ctx, core.DB.Pool, dir, most, elasticsearch, g.progress)
	if err != nil {
		return nil, err
	}
	for _, q := range quality {
		rows = append(rows, qualityRows(q)...)
	}
	latencies, err := searchbench.RunSpeed(ctx, core.DB.Pool, dir, most, g.amount(400, 40), false, elasticsearch, g.progress)
	if err != nil {
		return nil, err
	}
	for _, l := range latencies {
		row := Row{What: "search over 94 000 projects" + in(l.Engine) + ", 8 callers, " + l.Kind + ": p95", Figure: ms(l.P95), Unit: "ms",
			Note: fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, %.0f requests/s", ms(l.P50), ms(l.P99), l.PerSecond)}
		if l.Budget > 0 {
			row.Budget = below(ms(l.Budget))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// in names an engine other than the one in the process.
func in(engine string) string {
	if engine == search.EngineElasticsearch {
		return " in Elasticsearch"
	}
	return ""
}

// qualityRows are the results and goals of a kind of queries, none for a kind without a goal.
func qualityRows(q searchtest.Quality) []Row {
	at1, at5, ok := searchtest.Goal(q.Kind)
	if !ok {
		return nil
	}
	engine := "in SQL"
	switch q.Engine {
	case "memory":
		engine = "in process"
	case search.EngineElasticsearch:
		engine = "in Elasticsearch"
	}
	row := func(rank int, figure, goal float64) Row {
		return Row{What: fmt.Sprintf("search quality %s, %s: success@%d", engine, q.Kind, rank), Figure: figure, Budget: atLeast(goal),
			Note: fmt.Sprintf("%d queries, MRR %.3f", q.Queries, q.MRR)}
	}
	var rows []Row
	if at1 > 0 {
		rows = append(rows, row(1, q.At1, at1))
	}
	return append(rows, row(5, q.At5, at5))
}
