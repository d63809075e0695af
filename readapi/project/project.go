package project

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// found is the row of a project that routes read.
type found struct {
	ID           string
	Slug         string
	Position     int64
	Counted      int64 // the change number of its counters
	Organization string
	Inside       bool
	Message      []byte
	Doc          []byte
	Extra        [][]byte // of the page: the page's own part and the team
}

// columns of found, in order; %s is the document.
const columns = `p.id, p.slug, p.position, p.counted, p.organization, ` + view.Inside + `, p.message, %s, %s`

// tag is the entity tag: the document's position and its counters' change number, followed by the viewer's account
// for members.
func (f found) tag(v view.Viewer) string {
	tag := fmt.Sprintf("%d.%d", f.Position, f.Counted)
	if inside := v.Inside(f.Inside); inside != "" {
		tag += "-" + inside
	}
	return tag
}

func noExtra() string { return `null::bytea[]` }

var noMessage = []byte(`{"moderator_message":null}`)

// body is the answer in the shape of the API: the document, the project's organization, and the moderators' message
// where the viewer may read it.
func (f found) body(sh shape) []byte {
	if sh.v3 {
		return document.Join(f.Doc, f.message())
	}
	return document.Join(f.Doc, f.owned(), f.message())
}

func (f found) message() []byte {
	if f.Inside && len(f.Message) > 0 {
		return f.Message
	}
	return noMessage
}

func (f found) owned() []byte {
	if f.Organization == "" {
		return []byte(`{"organization":null}`)
	}
	return []byte(`{"organization":"` + f.Organization + `"}`) // an id: letters and digits
}

// one finds the project that a path names, if the viewer may see it.
func (s *Routes) one(ctx context.Context, v view.Viewer, name view.Name, doc, extra string) (found, error) {
	query := fmt.Sprintf(`select `+columns+` from catalog.projects p where p.id = `+view.Found+` and `+view.VisibleProject, doc, extra)
	rows, err := s.source.Pool.Query(ctx, query, v.Staff, v.Account, name, name.Lower())
	if err != nil {
		return found{}, fmt.Errorf("read project: %w", err)
	}
	f, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[found])
	if errors.Is(err, pgx.ErrNoRows) {
		return f, httpkit.NotFound()
	}
	if err != nil {
		return f, fmt.Errorf("read project: %w", err)
	}
	return f, nil
}

// stored answers with a project's document.
type stored = func(context.Context, *view.ByID) (view.Answer, error)

func (s *Routes) project(sh shape) stored {
	return s.cached(sh.kind, func(ctx context.Context, v view.Viewer, name view.Name) (found, []byte, error) {
		f, err := s.one(ctx, v, name, sh.project, noExtra())
		return f, f.body(sh), err
	})
}

// cached answers anonymous callers from memory if it can.
func (s *Routes) cached(kind string, read func(context.Context, view.Viewer, view.Name) (found, []byte, error)) stored {
	return func(ctx context.Context, in *view.ByID) (view.Answer, error) {
		v := view.Projects(ctx)
		if v.Account != "" {
			f, body, err := read(ctx, v, in.ID)
			return view.WithTag(f.tag(v), body), err
		}
		known, generation, ok := s.cache.Get(ctx, kind, string(in.ID), in.ID.Lower())
		if !ok {
			f, body, err := read(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			known = view.Cached{ID: f.ID, Slug: strings.ToLower(f.Slug), Tag: f.tag(v), Body: body}
			s.cache.Put(generation, kind, known)
		}
		return view.WithTag(known.Tag, known.Body), nil
	}
}
