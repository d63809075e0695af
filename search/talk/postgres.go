package talk

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// DDL creates the table and its indexes with unqualified names. Title and words are terms, as numbers: comparing them costs a fraction of
// comparing texts, and an index of them is made in half the time.
const DDL = `
create table docs (
    id      text collate "C" primary key,
    kind    text    not null,              -- discussion, post, issue, comment
    thing   text collate "C" not null,     -- the discussion or the issue
    section text collate "C" not null,
    project text collate "C" not null,     -- or empty
    author  text collate "C" not null,
    at      timestamptz not null,
    title   bigint[] not null,
    words   bigint[] not null,
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

// window is how many of the newest texts are looked through before the index of terms is asked. A page of a common word is among them;
// of a rarer word the index has so few texts that reading all of them is cheap. The planner cannot choose: it does not know how many
// texts have a term.
const window = 5000

// Statements are the queries of a page of documents that have a term of each group, with one hit more: among the newest documents of the
// scope, and among all, by the index of terms. The arguments are those of both.
func (e *Postgres) Statements(q Query, groups [][]string) (newest, all string, args []any) {
	scope, terms := []string{"shown"}, []string{}
	args = []any{q.Limit + 1}
	add := func(to *[]string, condition string, value any) {
		args = append(args, value)
		*to = append(*to, strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	var each []int64
	for _, group := range groups {
		if len(group) == 1 {
			each = append(each, numbers(group)...)
		} else {
			add(&terms, "(title || words) && ?::bigint[]", numbers(group))
		}
	}
	if len(each) > 0 {
		add(&terms, "(title || words) @> ?::bigint[]", each)
	}
	if q.Section != "" {
		add(&scope, "section = ?", q.Section)
	}
	if q.Project != "" {
		add(&scope, "project = ? and project <> ''", q.Project)
	}
	if q.Author != "" {
		add(&scope, "author = ?", q.Author)
	}
	if !q.Since.IsZero() {
		add(&scope, "at >= ?", q.Since)
	}
	if !q.Until.IsZero() {
		add(&scope, "at < ?", q.Until)
	}
	if b := q.Behind; b != nil {
		args = append(args, b.At, b.ID)
		scope = append(scope, fmt.Sprintf("(at, id) < ($%d::timestamptz, $%d::text)", len(args)-1, len(args)))
	}
	if q.State != "" {
		add(&terms, e.scopes.Closed, q.State == StateClosed)
	}
	if q.Label != "" {
		add(&terms, e.scopes.Label, q.Label)
	}
	const order = " order by at desc, id desc limit "
	within, having := " where "+strings.Join(scope, " and "), strings.Join(terms, " and ")
	docs := e.schema + ".docs"
	newest = "select id, kind, thing, at from (select * from " + docs + within + order + strconv.Itoa(window) + ") docs where " + having + order + "$1"
	all = "with found as materialized (select id, kind, thing, at from " + docs + within + " and " + having + ") select * from found" + order + "$1"
	return newest, all, args
}

// Search implements Engine.
func (e *Postgres) Search(ctx context.Context, q Query) (Page, error) {
	return Answer(q, func(q Query, groups [][]string) (Page, error) { return e.page(ctx, q, groups) })
}

func (e *Postgres) page(ctx context.Context, q Query, groups [][]string) (Page, error) {
	newest, all, args := e.Statements(q, groups)
	hits, err := e.hits(ctx, newest, args)
	if err == nil && len(hits) <= q.Limit {
		hits, err = e.hits(ctx, all, args)
	}
	if err != nil {
		return Page{}, fmt.Errorf("search what people say: %w", err)
	}
	return Page{Hits: hits[:min(len(hits), q.Limit)], More: len(hits) > q.Limit}, nil
}

func (e *Postgres) hits(ctx context.Context, statement string, args []any) ([]Hit, error) {
	rows, err := e.pool.Query(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Hit])
}
