package project

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// ProjectAnswer is the v2 document of a project as it is answered.
type ProjectAnswer struct {
	document.Project
	document.Owned
	document.Moderated
}

// ProjectV3Answer is the v3 document of a project as it is answered.
type ProjectV3Answer struct {
	document.ProjectV3
	document.Moderated
}

// PageAnswer is what the site's own project page reads.
type PageAnswer struct {
	document.Project
	document.PageExtra
	document.Team
	document.Moderated
}

// found is a project's row as routes read it.
type found struct {
	ID           string
	Slug         string
	Position     int64
	Organization string
	Inside       bool
	Message      []byte
	Doc          []byte
	Extra        [][]byte // of the page: the page's own part and the team
}

// columns of found, in order; %s is the document.
const columns = `p.id, p.slug, p.position, p.organization, ` + view.Inside + `, p.message, %s, %s`

func noExtra() string { return `null::bytea[]` }

var noMessage = []byte(`{"moderator_message":null}`)

// body is the answer in the shape of the API: the document, whose project it is, and the moderators'
// words where the viewer may read them.
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

// one finds the project that a path names and the viewer may see.
func (s *Routes) one(r *http.Request, v view.Viewer, doc, extra string) (found, error) {
	name, err := view.PathName(r, "id")
	if err != nil {
		return found{}, err
	}
	query := fmt.Sprintf(`select `+columns+` from catalog.projects p where p.id = `+view.Found+` and `+view.VisibleProject, doc, extra)
	rows, err := s.source.Pool.Query(r.Context(), query, v.Staff, v.Account, name, strings.ToLower(name))
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

func (s *Routes) project(sh shape) httpkit.Handler {
	return s.cached(sh.kind, func(r *http.Request, v view.Viewer) (found, []byte, error) {
		f, err := s.one(r, v, sh.project, noExtra())
		return f, f.body(sh), err
	})
}

func (s *Routes) page(w http.ResponseWriter, r *http.Request) error {
	return s.cached(view.KindPage, func(r *http.Request, v view.Viewer) (found, []byte, error) {
		f, err := s.one(r, v, "p.doc_v2", "array[p.doc_page, p.doc_team]")
		if err != nil {
			return f, nil, err
		}
		team := f.Extra[1]
		if f.Inside {
			if team, err = s.teamInside(r, v, f); err != nil {
				return f, nil, err
			}
			if f.Organization != "" { // what its members may do is part of the answer
				position, err := s.organizations.Position(r.Context(), f.Organization)
				if err != nil {
					return f, nil, err
				}
				f.Position = max(f.Position, position)
			}
		}
		return f, document.Join(f.Doc, f.Extra[0], team, f.message()), nil
	})(w, r)
}

// cached answers nobody in particular from memory where it can.
func (s *Routes) cached(kind string, read func(*http.Request, view.Viewer) (found, []byte, error)) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v := s.source.Projects(r)
		if v.Account != "" {
			f, body, err := read(r, v)
			if err != nil {
				return err
			}
			return view.Document(w, r, f.Position, v.Inside(f.Inside), body)
		}
		name := r.PathValue("id")
		known, generation, ok := s.cache.Get(r.Context(), kind, name, strings.ToLower(name))
		if !ok {
			f, body, err := read(r, v)
			if err != nil {
				return err
			}
			known = view.Cached{ID: f.ID, Slug: strings.ToLower(f.Slug), Position: f.Position, Body: body}
			s.cache.Put(generation, kind, known)
		}
		return view.Document(w, r, known.Position, "", known.Body)
	}
}

func bodies(list []found, sh shape) []byte {
	out := make([][]byte, len(list))
	for i, f := range list {
		out[i] = f.body(sh)
	}
	return document.List(out)
}
