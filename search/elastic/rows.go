package elastic

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// table is the document table in Postgres.
type table struct {
	pool   *pgxpool.Pool
	schema string
	engine string // the log that its positions belong to
}

// source identifies the tables behind the views, in this database: positions of other tables are not comparable.
// Views are recreated when a rebuild or a newer version takes over. It is "" while there are none.
func (t table) source(ctx context.Context) (string, error) {
	var s string
	err := t.pool.QueryRow(ctx, `select coalesce($2 || '/' || (select system_identifier from pg_control_system()) || '/' ||
		(select oid from pg_database where datname = current_database()) || '/' || to_regclass($1)::oid::text, '')`,
		t.name("search_docs"), t.engine).Scan(&s)
	if err != nil {
		return "", fmt.Errorf("find the search tables: %w", err)
	}
	return s, nil
}

func (t table) name(of string) string { return pgx.Identifier{t.schema, of}.Sanitize() }

// newest is the position of the newest change of a document, and of a counter.
func (t table) newest(ctx context.Context) (document, counter int64, err error) {
	err = t.pool.QueryRow(ctx, fmt.Sprintf(`select greatest((select max(position) from %s), (select max(position) from %s), 0),
		coalesce((select max(changed) from %s), 0)`, t.name("search_docs"), t.name("search_gone"), t.name("counters"))).Scan(&document, &counter)
	if err != nil {
		return 0, 0, fmt.Errorf("read search rows: %w", err)
	}
	return document, counter, nil
}

// columns of a document d with its hit h and its counters c.
const columns = `coalesce(c.changed, 0), d.pop, d.downloads, coalesce(c.follows, 0), d.created, d.updated, d.slug, d.name,
	array_to_string(tsvector_to_array(d.terms), E'\n'), array_to_string(d.facets, E'\n'), h.hit`

// since reads at most n changes after a position and, at that position, after an id, oldest first. Changes of one
// position become visible together and in the order of positions.
func (t table) since(ctx context.Context, position int64, id string, n int) ([]row, error) {
	rows, err := t.pool.Query(ctx, fmt.Sprintf(`
with m as (
	(select id, position, false as gone from %[1]s where position >= $1 and (position, id) > ($1, $2) order by position, id limit $3)
	union all
	(select id, position, true from %[2]s where position >= $1 and (position, id) > ($1, $2) order by position, id limit $3)
	order by position, id limit $3)
select m.id, m.position, m.gone, `+columns+`
from m left join %[1]s d on not m.gone and d.id = m.id left join %[3]s h on h.id = d.id left join %[4]s c on c.id = d.id
order by m.position, m.id`,
		t.name("search_docs"), t.name("search_gone"), t.name("search_hits"), t.name("counters")), position, id, n)
	if err != nil {
		return nil, fmt.Errorf("read search rows: %w", err)
	}
	return collect(rows)
}

// after reads at most n documents after an id, by id.
func (t table) after(ctx context.Context, id string, n int) ([]row, error) {
	return t.documents(ctx, `select * from %[1]s where id > $1 order by id limit $2`, `d.id`, id, n)
}

// countedSince reads at most n documents whose counters changed after a change and, at that change, after an id, oldest first.
func (t table) countedSince(ctx context.Context, changed int64, id string, n int) ([]row, error) {
	return t.documents(ctx, `select d.* from %[3]s c join %[1]s d on d.id = c.id
	where c.changed >= $1 and (c.changed, c.id) > ($1, $2) order by c.changed, c.id limit $3`, `c.changed, c.id`, changed, id, n)
}

// these reads the documents with the given ids; deleted ones are missing.
func (t table) these(ctx context.Context, ids []string) ([]row, error) {
	return t.documents(ctx, `select * from %[1]s where id = any($1)`, `d.id`, ids)
}

// documents reads the documents that a query selects. The query comes first: without statistics the planner would
// join all rows.
func (t table) documents(ctx context.Context, chosen, order string, args ...any) ([]row, error) {
	rows, err := t.pool.Query(ctx, fmt.Sprintf(`select d.id, d.position, false, `+columns+`
from (`+chosen+`) d join %[2]s h on h.id = d.id left join %[3]s c on c.id = d.id order by `+order,
		t.name("search_docs"), t.name("search_hits"), t.name("counters")), args...)
	if err != nil {
		return nil, fmt.Errorf("read search rows: %w", err)
	}
	return collect(rows)
}

func collect(rows pgx.Rows) ([]row, error) {
	var out []row
	defer rows.Close()
	for rows.Next() {
		var r row
		var pop *int16
		var downloads, follows, created, updated *int64
		var slug, name, terms, facets *string
		if err := rows.Scan(&r.id, &r.position, &r.gone, &r.changed, &pop, &downloads, &follows, &created, &updated, &slug, &name, &terms, &facets, &r.hit); err != nil {
			return nil, fmt.Errorf("read search rows: %w", err)
		}
		if !r.gone {
			r.pop, r.downloads, r.follows, r.created, r.updated = *pop, *downloads, *follows, *created, *updated
			r.slug, r.name, r.terms, r.facets = *slug, *name, *terms, *facets
		}
		out = append(out, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read search rows: %w", err)
	}
	return out, nil
}
