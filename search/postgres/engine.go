package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// Engine answers queries with SQL.
type Engine struct {
	pool   *pgxpool.Pool
	schema string
}

var _ search.Engine = (*Engine)(nil)

// NewEngine reads the tables, or views of them, in the schema.
func NewEngine(pool *pgxpool.Pool, schema string) *Engine {
	return &Engine{pool: pool, schema: pgx.Identifier{schema}.Sanitize()}
}

// unnamed makes the server plan each statement for its parameters: a query for one title and a query for a word with
// ten thousand documents need different plans.
const unnamed = pgx.QueryExecModeCacheDescribe

// Search implements search.Engine.
func (e *Engine) Search(ctx context.Context, q search.Query) (search.Page, error) {
	q = q.Bounded()
	f, plan := analysis.ParseText(q.Text), search.Compile(q.Filter)
	switch {
	case f.None:
		return search.Page{}, nil
	case f.All:
		s := e.statement()
		return e.listing(ctx, s, q, plan)
	}
	s := e.statement()
	page, strong, err := e.page(ctx, s, s.strong(f, plan), "(select count(*) from s)", q)
	if err != nil || strong > 0 {
		return page, err
	}
	s = e.statement()
	page, _, err = e.page(ctx, s, s.typo(f, plan), "0::bigint", q)
	return page, err
}

func (e *Engine) statement() *statement { return &statement{schema: e.schema} }

// matchOrder sorts matches m.
func matchOrder(sort search.Sort) string {
	switch sort {
	case search.Follows:
		return "follows desc, id"
	case search.Newest:
		return "created desc, id"
	case search.Updated:
		return "updated desc, id"
	case search.Downloads:
		return "downloads desc, id"
	}
	return "class + pop desc, downloads desc, id"
}

// listingOrder sorts counted documents. Popularity never falls while downloads rise.
func listingOrder(sort search.Sort) string {
	switch sort {
	case search.Follows:
		return follows + " desc, d.id"
	case search.Newest:
		return "d.created desc, d.id"
	case search.Updated:
		return "d.updated desc, d.id"
	}
	return "d.downloads desc, d.id"
}

// page runs a search whose matches are the common table m; strong is an expression that is returned with it.
func (e *Engine) page(ctx context.Context, s *statement, with, strong string, q search.Query) (search.Page, int, error) {
	by := matchOrder(q.Sort)
	sql := fmt.Sprintf(`with %s,
p as materialized (select id, row_number() over (order by %s) as n from m order by %s offset %s limit %s)
select %s, (select count(*) from m), array(select id from p order by n), array(select h.hit from p join %s h on h.id = p.id order by p.n)`,
		with, by, by, s.arg(q.Offset, "bigint"), s.arg(q.Limit, "bigint"), strong, s.table("search_hits"))
	return e.read(ctx, sql, s.args)
}

// listing pages through all documents that pass the filter, along the index of the order.
func (e *Engine) listing(ctx context.Context, s *statement, q search.Query, plan search.Plan) (search.Page, error) {
	by, docs, filter := listingOrder(q.Sort), s.counted(), s.filter(plan)
	sql := fmt.Sprintf(`with p as materialized (select id, row_number() over () as n from (select d.id from %s where %s order by %s offset %s limit %s) i)
select 0::bigint, (select count(*) from %s where %s), array(select id from p order by n), array(select h.hit from p join %s h on h.id = p.id order by p.n)`,
		docs, filter, by, s.arg(q.Offset, "bigint"), s.arg(q.Limit, "bigint"), docs, filter, s.table("search_hits"))
	page, _, err := e.read(ctx, sql, s.args)
	return page, err
}

func (e *Engine) read(ctx context.Context, sql string, args []any) (search.Page, int, error) {
	var page search.Page
	var strong int
	var hits [][]byte
	row := e.pool.QueryRow(ctx, sql, append([]any{unnamed}, args...)...)
	if err := row.Scan(&strong, &page.Total, &page.IDs, &hits); err != nil {
		return search.Page{}, 0, fmt.Errorf("search: %w", err)
	}
	page.Hits = make([]json.RawMessage, len(hits))
	for i, h := range hits {
		page.Hits[i] = h
	}
	return page, strong, nil
}

// Hits returns the hits of documents by id; those of deleted documents are missing.
func (e *Engine) Hits(ctx context.Context, ids []string) (map[string]json.RawMessage, error) {
	rows, err := e.pool.Query(ctx, "select id, hit from "+e.statement().table("search_hits")+" where id = any($1)", ids)
	if err != nil {
		return nil, fmt.Errorf("read hits: %w", err)
	}
	out := make(map[string]json.RawMessage, len(ids))
	var id string
	var hit []byte
	if _, err := pgx.ForEachRow(rows, []any{&id, &hit}, func() error {
		out[id] = hit
		hit = nil
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read hits: %w", err)
	}
	return out, nil
}
