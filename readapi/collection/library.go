package collection

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Library is what the signed-in account follows, the last followed first, and its collections by name.
type Library struct {
	Follows     []string `json:"follows"`
	Collections []Saved  `json:"collections"`
}

// Saved is one of one's own collections, with the ids of the projects in it.
type Saved struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	IconURL     *string  `json:"icon_url"`
	Status      string   `json:"status" enum:"listed,unlisted,private,rejected"`
	Projects    []string `json:"projects"`
}

const followed = `select f.project from collection.follows f join catalog.projects p on p.id = f.project
where f.account = $3 and ` + view.VisibleProject + ` order by f.position desc limit $4 offset $5`

const saved = `select c.id, c.name, c.description, nullif(c.icon_url, ''), c.status,
    array(select k.project from collection.collection_projects k join catalog.projects p on p.id = k.project
          where k.collection = c.id and ` + shownProject + ` order by k.position)
from collection.collections c where c.owner = $3 order by c.name, c.id`

// maxFollows is as many as an account may have.
const maxFollows = 5000

func (s *Routes) library(w http.ResponseWriter, r *http.Request) error {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(identity.ScopeUserRead | identity.ScopeCollectionRead); err != nil {
		return err
	}
	v := s.source.Projects(r)
	out := Library{}
	var err error
	if out.Follows, err = s.followed(r.Context(), v, caller.Account, maxFollows, 0); err != nil {
		return err
	}
	out.Collections, err = view.Rows(r.Context(), s.source, "own collections", pgx.RowToStructByPos[Saved], saved, v.Staff, v.Account, caller.Account)
	if err != nil {
		return err
	}
	out.Follows, out.Collections = orEmpty(out.Follows), orEmpty(out.Collections)
	return view.Value(w, out)
}

func (s *Routes) followed(ctx context.Context, v view.Viewer, account string, limit, offset int) ([]string, error) {
	return view.Rows(ctx, s.source, "followed projects", pgx.RowTo[string], followed, v.Staff, v.Account, account, limit, offset)
}

// follows answers with the projects that an account follows, to itself and to the staff.
func (s *Routes) follows(v3 bool) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		caller := identity.FromContext(r.Context())
		if err := caller.Require(identity.ScopeUserRead); err != nil {
			return err
		}
		name, err := view.PathName(r, "id")
		if err != nil {
			return err
		}
		limit, offset, err := httpkit.Page(r, httpkit.MaxIDs, httpkit.MaxIDs)
		if err != nil {
			return err
		}
		owner, err := s.profiles.ByUsername(r.Context(), name)
		if err != nil {
			return err
		}
		if owner.ID != caller.Account && !caller.Staff() {
			return httpkit.Fault(httpkit.KindForbidden, httpkit.CodeUnauthorized, "只有本人可以查看关注的资源")
		}
		v := s.source.Projects(r)
		list, err := s.followed(r.Context(), v, owner.ID, limit, offset)
		if err != nil {
			return err
		}
		body, err := s.projects.Some(r.Context(), v, list, v3)
		if err != nil {
			return fmt.Errorf("render followed projects: %w", err)
		}
		return view.JSON(w, body)
	}
}
