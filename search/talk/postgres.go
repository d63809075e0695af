package talk

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/search/analysis"
)

// DDL creates the table and its indexes with unqualified names. Title and words are terms.
const DDL = `
create table docs (
    id      text collate "C" primary key,
    kind    text    not null,              -- discussion, post, issue, comment
    thing   text collate "C" not null,     -- the discussion or the issue
    section text collate "C" not null,
    project text collate "C" not null,     -- or empty
    author  text collate "C" not null,
    at      timestamptz not null,
    title   text[]  not null,
    words   text[]  not null,
    hidden  boolean not null,              -- it is, whatever is true of its thing
    shown   boolean not null               -- everybody may read it
);
create index docs_terms on docs using gin ((title || words)) with (gin_pending_list_limit = 128) where shown;
create index docs_at on docs (at desc, id desc) where shown;
create index docs_section on docs (section, at desc, id desc) where shown;
create index docs_by on docs (author, at desc, id desc) where shown;
create index docs_of on docs (project, at desc, id desc) where shown and project <> '';
create index docs_author on docs (author);
create index docs_thing on docs (thing);
create index docs_project on docs (project) where project <> '';
`

// Postgres answers queries from the table in a schema.
type Postgres struct {
	pool   *pgxpool.Pool
	schema string
}

// NewPostgres makes the engine.
func NewPostgres(pool *pgxpool.Pool, schema string) *Postgres { return &Postgres{pool, schema} }

// Statement is the query of a page, with one hit more, and its arguments; empty where nothing matches.
func (e *Postgres) Statement(q Query) (string, []any) {
	q = q.Bounded()
	terms := analysis.ProseQuery(q.Text)
	if len(terms) == 0 {
		return "", nil
	}
	where, args := []string{"shown", "(title || words) @> $1::text[]"}, []any{terms, q.Limit + 1}
	add := func(condition string, value any) {
		args = append(args, value)
		where = append(where, strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	if q.Section != "" {
		add("section = ?", q.Section)
	}
	if q.Project != "" {
		add("project = ? and project <> ''", q.Project)
	}
	if q.Author != "" {
		add("author = ?", q.Author)
	}
	if !q.Since.IsZero() {
		add("at >= ?", q.Since)
	}
	if !q.Until.IsZero() {
		add("at < ?", q.Until)
	}
	if b := q.Behind; b != nil {
		args = append(args, b.At, b.ID)
		where = append(where, fmt.Sprintf("(at, id) < ($%d::timestamptz, $%d::text)", len(args)-1, len(args)))
	}
	return "select id, kind, thing, at from " + e.schema + ".docs where " + strings.Join(where, " and ") + " order by at desc, id desc limit $2", args
}

// Search implements Engine.
func (e *Postgres) Search(ctx context.Context, q Query) (Page, error) {
	query, args := e.Statement(q)
	if query == "" {
		return Page{}, nil
	}
	rows, err := e.pool.Query(ctx, query, args...)
	if err != nil {
		return Page{}, fmt.Errorf("search what people say: %w", err)
	}
	hits, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Hit])
	if err != nil {
		return Page{}, fmt.Errorf("search what people say: %w", err)
	}
	limit := q.Bounded().Limit
	return Page{Hits: hits[:min(len(hits), limit)], More: len(hits) > limit}, nil
}
