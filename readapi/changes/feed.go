// Package changes answers what changed on the site: a feed of public objects in the order of the log. A line names a
// change and carries the object's document as the API answers it when the feed is read, at least as new as the change.
// So a reader that applies all lines in their order ends with the documents of the API.
package changes

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/changes"
	"github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/view"
)

const (
	defaultLimit = 100
	maxLimit     = 1000

	// chunk is the number of lines whose documents are read together.
	chunk = 100

	// maxBytes ends a page early: the chunk that passes it is the last one.
	maxBytes = 4 << 20
)

// Reader is who reads the feed, under each scope; the zero Reader is anonymous. The feed shows staff no more than
// their own private changes.
type Reader struct {
	Projects, Versions, Collections view.Viewer
}

// ReaderOf is the caller of a request as a reader.
func ReaderOf(ctx context.Context) Reader {
	own := func(v view.Viewer) view.Viewer { return view.Viewer{Account: v.Account} }
	return Reader{
		Projects: own(view.Projects(ctx)), Versions: own(view.Versions(ctx)), Collections: own(view.As(ctx, identity.ScopeCollectionRead)),
	}
}

// Documents reads the documents of objects by id as a reader sees them; objects that it cannot see are missing.
type Documents func(ctx context.Context, r Reader, ids []string) (map[string]json.RawMessage, error)

// Board reports the positions of read models and waits for them to advance; platform/watermark implements it.
type Board interface {
	At(name string) uint64
	Changed(name string) <-chan struct{}
}

// Feed reads the changes.
type Feed struct {
	pool      *pgxpool.Pool
	board     Board
	documents map[string]Documents // by type of the object
	sealed    sealed
}

// NewFeed makes a feed. documents has a function for each type of objects.
func NewFeed(pool *pgxpool.Pool, board Board, documents map[string]Documents) *Feed {
	return &Feed{pool: pool, board: board, documents: documents}
}

// Query asks for a page of changes.
type Query struct {
	After   string // a cursor, Now, or empty for the beginning
	Limit   int    // of lines; 0: 100
	Kinds   []string
	Types   []string // of the objects
	Project string   // only this project, its versions and its discussion
	Reader  Reader
}

// Page is a part of the feed. Reading after Next continues behind it, also where it has no changes.
type Page struct {
	Changes []contract.Change
	Next    string

	at place // of Next
}

// row is a line of the feed without its document.
type row struct {
	Position int64
	N, Of    int
	Event    string
	At       time.Time
	Kind     string
	Type     string
	Object   string
	Leaf     int64
}

// Page reads the changes after a cursor in their order. It serves only what is sealed and what the documents show.
func (f *Feed) Page(ctx context.Context, q Query) (Page, error) {
	g, err := f.generation(ctx)
	if err != nil {
		return Page{}, err
	}
	bound, err := f.bound(ctx)
	if err != nil {
		return Page{}, err
	}
	from, err := f.find(ctx, q.After, g, bound)
	if err != nil {
		return Page{}, err
	}
	limit := q.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	limit = min(limit, maxLimit)
	found, err := f.rows(ctx, q, from, bound, limit)
	if err != nil {
		return Page{}, err
	}
	out := Page{Changes: make([]contract.Change, 0, len(found)), Next: q.After, at: from}
	for size := 0; len(found) > 0 && size < maxBytes; {
		part := found[:min(chunk, len(found))]
		documents, err := f.read(ctx, q.Reader, part)
		if err != nil {
			return Page{}, err
		}
		for i, r := range part {
			size += len(documents[i])
			out.Changes = append(out.Changes, r.change(g, documents[i]))
		}
		last := part[len(part)-1]
		out.Next, out.at = out.Changes[len(out.Changes)-1].Cursor, place{uint64(last.Position), last.N}
		found = found[len(part):]
	}
	if len(out.Changes) < limit && len(found) == 0 && bound >= from.position {
		if head, err := f.head(ctx, g, bound); err != nil || head != "" {
			out.Next, out.at = head, place{bound, whole}
			return out, err
		}
	}
	return out, nil
}

func (r row) change(generation string, document json.RawMessage) contract.Change {
	id := r.Event
	if r.N > 0 {
		id += "." + strconv.Itoa(r.N)
	}
	if document == nil {
		document = json.RawMessage("null")
	}
	return contract.Change{
		ID: id, Cursor: format(generation, r.Leaf, r.N, r.Of), Kind: r.Kind, At: r.At,
		Object: contract.ChangedObject{Type: r.Type, ID: r.Object}, Document: document,
	}
}

// read returns the documents of rows, nil where the reader cannot see the object.
func (f *Feed) read(ctx context.Context, r Reader, rows []row) ([]json.RawMessage, error) {
	ids := map[string][]string{}
	seen := map[string]bool{}
	for _, row := range rows {
		if !seen[row.Object] {
			seen[row.Object] = true
			ids[row.Type] = append(ids[row.Type], row.Object)
		}
	}
	found := map[string]map[string]json.RawMessage{}
	for of, list := range ids {
		read, known := f.documents[of]
		if !known {
			return nil, fmt.Errorf("read changed documents: no reader of the type %q", of)
		}
		var err error
		if found[of], err = read(ctx, r, list); err != nil {
			return nil, fmt.Errorf("read changed documents: %w", err)
		}
	}
	out := make([]json.RawMessage, len(rows))
	for i, row := range rows {
		out[i] = found[row.Type][row.Object]
	}
	return out, nil
}

// Document reads the document of an object as everybody may see it; nil if nobody may.
func (f *Feed) Document(ctx context.Context, objectType, id string) (json.RawMessage, error) {
	list, err := f.read(ctx, Reader{}, []row{{Type: objectType, Object: id}})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func (f *Feed) rows(ctx context.Context, q Query, from place, bound uint64, limit int) ([]row, error) {
	sql, args := statement(q, from, bound, limit)
	rows, err := f.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	return found, nil
}

// models are the read models that a page is read from.
func models() []string { return []string{changes.Name, catalog.Name, collection.Name, forum.Name} }
