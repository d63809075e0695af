package talk

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
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

// Scopes are conditions of a row of docs on tables of others, each with one question mark for its argument: that the row's issue is
// closed, a boolean, and that it has a label, an id.
type Scopes struct{ Closed, Label string }

// Postgres answers queries from the table in a schema.
type Postgres struct {
	pool   *pgxpool.Pool
	schema string
	scopes Scopes
}

// NewPostgres makes the engine.
func NewPostgres(pool *pgxpool.Pool, schema string, scopes Scopes) *Postgres {
	return &Postgres{pool, schema, scopes}
}

// Statement is the query of a page of documents that have a term of each group, with one hit more, and its arguments.
func (e *Postgres) Statement(q Query, groups [][]string) (string, []any) {
	where, args := []string{"shown"}, []any{q.Limit + 1}
	add := func(condition string, value any) {
		args = append(args, value)
		where = append(where, strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	var all []string
	for _, group := range groups {
		if len(group) == 1 {
			all = append(all, group[0])
		} else {
			add("(title || words) && ?::text[]", group)
		}
	}
	if len(all) > 0 {
		add("(title || words) @> ?::text[]", all)
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
	if q.State != "" {
		add(e.scopes.Closed, q.State == StateClosed)
	}
	if q.Label != "" {
		add(e.scopes.Label, q.Label)
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
	return "select id, kind, thing, at from " + e.schema + ".docs where " + strings.Join(where, " and ") + " order by at desc, id desc limit $1", args
}

// Search implements Engine.
func (e *Postgres) Search(ctx context.Context, q Query) (Page, error) {
	return Answer(q, func(q Query, groups [][]string) (Page, error) { return e.page(ctx, q, groups) })
}

func (e *Postgres) page(ctx context.Context, q Query, groups [][]string) (Page, error) {
	query, args := e.Statement(q, groups)
	rows, err := e.pool.Query(ctx, query, args...)
	if err != nil {
		return Page{}, fmt.Errorf("search what people say: %w", err)
	}
	hits, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Hit])
	if err != nil {
		return Page{}, fmt.Errorf("search what people say: %w", err)
	}
	return Page{Hits: hits[:min(len(hits), q.Limit)], More: len(hits) > q.Limit}, nil
}
