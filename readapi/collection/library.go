package collection

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Library is the projects that the signed-in account follows, newest follow first, and its collections by name.
type Library struct {
	Follows     []string `json:"follows"`
	Collections []Saved  `json:"collections"`
}

// Saved is one of the account's collections, with the ids of its projects.
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

// maxFollows is how many projects an account may follow.
const maxFollows = 5000

func (s *Routes) library(ctx context.Context, _ *struct{}) (out Library, err error) {
	v, account := view.Projects(ctx), identity.FromContext(ctx).Account
	if out.Follows, err = s.followed(ctx, v, account, maxFollows, 0); err != nil {
		return out, err
	}
	out.Collections, err = view.Rows(ctx, s.source, "own collections", pgx.RowToStructByPos[Saved], saved, v.Staff, v.Account, account)
	return out, err
}

func (s *Routes) followed(ctx context.Context, v view.Viewer, account string, limit, offset view.Count) ([]string, error) {
	return view.Rows(ctx, s.source, "followed projects", pgx.RowTo[string], followed, v.Staff, v.Account, account, limit, offset)
}

type followsIn struct {
	view.ByID
	Limit  view.Count `query:"limit" default:"1000" doc:"数量，默认与最多 1000"`
	Offset view.Count `query:"offset" doc:"跳过的数量"`
}

// follows answers the projects that an account follows, to the account and to staff.
func (s *Routes) follows(v3 bool) func(context.Context, *followsIn) (view.Answer, error) {
	return func(ctx context.Context, in *followsIn) (view.Answer, error) {
		owner, err := s.profiles.ByUsername(ctx, string(in.ID))
		if err != nil {
			return nil, err
		}
		if caller := identity.FromContext(ctx); owner.ID != caller.Account && !caller.Staff() {
			return nil, httpkit.Forbidden("只有本人可以查看关注的资源")
		}
		v := view.Projects(ctx)
		list, err := s.followed(ctx, v, owner.ID, min(in.Limit, httpkit.MaxIDs), in.Offset)
		if err != nil {
			return nil, err
		}
		return s.projects.Some(ctx, v, list, v3)
	}
}
