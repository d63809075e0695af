package collection

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// Answer is the v3 document of a collection. Its owner is told of every project in it, others of those they may find.
type Answer struct {
	ID          string        `json:"id"`
	User        string        `json:"user"`
	Name        string        `json:"name"`
	Description *string       `json:"description"`
	IconURL     *string       `json:"icon_url"`
	Color       *int32        `json:"color"`
	Status      string        `json:"status" enum:"listed,unlisted,private,rejected"`
	Created     document.Time `json:"created"`
	Updated     document.Time `json:"updated"`
	Projects    []string      `json:"projects"`
}

const (
	// shownProject holds for projects p that a collection c shows to the viewer: what lists show, and to who made
	// the collection all that may be seen by a link. $1 and $2 are as in package view, $3 is whose collections the
	// viewer's own are.
	shownProject = `(` + view.ListedProject + ` or c.owner = $3 and p.status in ('unlisted', 'withheld'))`

	// openCollection holds for collections c that the reader may know of: $3 is his account, $4 whether he is staff.
	openCollection = `(c.status in ('listed', 'unlisted') or $4::boolean or $3::text <> '' and c.owner = $3)`

	columns = `c.id, c.owner, c.name, nullif(c.description, ''), nullif(c.icon_url, ''), c.color, c.status, c.created, c.updated,
    array(select k.project from collection.collection_projects k join catalog.projects p on p.id = k.project
          where k.collection = c.id and (c.owner = $3 or ` + shownProject + `) order by k.position)`
)

const byID = `select ` + columns + ` from unnest($5::text[]) with ordinality as a(id, n) join collection.collections c on c.id = a.id
where ` + openCollection + ` order by a.n`

func (s *Routes) find(ctx context.Context, v view.Viewer, who reader, list []string) ([]Answer, error) {
	return view.Rows(ctx, s.source, "collections", scan, byID, v.Staff, v.Account, who.account, who.staff, list)
}

func scan(row pgx.CollectableRow) (Answer, error) {
	a, err := pgx.RowToStructByPos[Answer](row)
	a.Created, a.Updated = a.Created.UTC(), a.Updated.UTC()
	return a, err
}

func (s *Routes) collection(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if !ids.Valid(id) {
		return httpkit.NotFound()
	}
	list, err := s.find(r.Context(), s.source.Projects(r), collectionsReader(r), []string{id})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return httpkit.NotFound()
	}
	return view.Value(w, list[0])
}

func (s *Routes) collections(w http.ResponseWriter, r *http.Request) error {
	asked, err := httpkit.IDs(r, "ids")
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	list := make([]string, 0, len(asked))
	for _, id := range asked {
		if ids.Valid(id) && !seen[id] {
			list, seen[id] = append(list, id), true
		}
	}
	found, err := s.find(r.Context(), s.source.Projects(r), collectionsReader(r), list)
	if err != nil {
		return err
	}
	return view.Value(w, orEmpty(found))
}

const ofOwner = `select ` + columns + ` from collection.collections c
where c.owner = $5 and (c.status = 'listed' or $4::boolean or c.owner = $3) order by c.updated desc, c.id limit 1000`

func (s *Routes) ofUser(w http.ResponseWriter, r *http.Request) error {
	name, err := view.PathName(r, "id")
	if err != nil {
		return err
	}
	owner, err := s.profiles.ByUsername(r.Context(), name)
	if err != nil {
		return err
	}
	v, who := s.source.Projects(r), collectionsReader(r)
	list, err := view.Rows(r.Context(), s.source, "collections of a user", scan, ofOwner, v.Staff, v.Account, who.account, who.staff, owner.ID)
	if err != nil {
		return err
	}
	return view.Value(w, orEmpty(list))
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func moment(t *time.Time) *document.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}
