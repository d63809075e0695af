package search

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/search"
)

// counted adds the current counters to the hits of an engine, which reads them only once a minute.
type counted struct {
	search.Engine
	pool *pgxpool.Pool
}

const follows = `select id, follows from catalog.counters where id = any($1)`

func (c counted) Search(ctx context.Context, q search.Query) (search.Page, error) {
	page, err := c.Engine.Search(ctx, q)
	if err != nil || len(page.IDs) == 0 {
		return page, err
	}
	rows, err := c.pool.Query(ctx, follows, page.IDs)
	if err != nil {
		return page, fmt.Errorf("read counters: %w", err)
	}
	known := make(map[string]int64, len(page.IDs))
	var id string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&id, &n}, func() error {
		known[id] = n
		return nil
	}); err != nil {
		return page, fmt.Errorf("read counters: %w", err)
	}
	for i, id := range page.IDs {
		page.Hits[i] = document.Join(page.Hits[i], fmt.Appendf(nil, `{"follows":%d}`, known[id]))
	}
	return page, nil
}
