package collection

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// shownProject holds for projects p that a collection c shows to the viewer: those that lists show and, to the
	// owner of the collection, those visible by a link. $1 and $2 are as in package view, $3 is the account whose own
	// collections these are.
	shownProject = `(` + view.ListedProject + ` or c.owner = $3 and p.status in ('unlisted', 'withheld'))`

	// openCollection holds for collections c that the reader may see: $3 is the reader's account, $4 whether it is
	// staff.
	openCollection = `(c.status in ('listed', 'unlisted') or $4::boolean or $3::text <> '' and c.owner = $3)`

	columns = `c.id, c.owner, c.name, nullif(c.description, ''), nullif(c.icon_url, ''), c.color, c.status, c.created, c.updated,
    array(select k.project from collection.collection_projects k join catalog.projects p on p.id = k.project
          where k.collection = c.id and (c.owner = $3 or ` + shownProject + `) order by k.position)`
)

const byID = `select ` + columns + ` from unnest($5::text[]) with ordinality as a(id, n) join collection.collections c on c.id = a.id
where ` + openCollection + ` order by a.n`

// ByID are the collections that the reader who may see, with the projects that the viewer v may see.
func (s *Routes) ByID(ctx context.Context, v view.Viewer, who view.Viewer, list []string) ([]contract.Collection, error) {
	return view.Rows(ctx, s.source, "collections", scan, byID, v.Staff, v.Account, who.Account, who.Staff, list)
}

func scan(row pgx.CollectableRow) (contract.Collection, error) {
	return pgx.RowToStructByPos[contract.Collection](row)
}

func (s *Routes) collection(ctx context.Context, in *view.ByID) (contract.Collection, error) {
	id := string(in.ID)
	if !ids.Valid(id) {
		return contract.Collection{}, httpkit.NotFound()
	}
	return view.Only(s.ByID(ctx, view.Projects(ctx), collectionsReader(ctx), []string{id}))
}

func (s *Routes) collections(ctx context.Context, in *view.ByIDs) ([]contract.Collection, error) {
	seen := map[string]bool{}
	list := make([]string, 0, len(in.IDs.Items))
	for _, id := range in.IDs.Items {
		if ids.Valid(id) && !seen[id] {
			list, seen[id] = append(list, id), true
		}
	}
	return s.ByID(ctx, view.Projects(ctx), collectionsReader(ctx), list)
}

const ofOwner = `select ` + columns + ` from collection.collections c
where c.owner = $5 and (c.status = 'listed' or $4::boolean or c.owner = $3) order by c.updated desc, c.id limit 1000`

func (s *Routes) ofUser(ctx context.Context, in *view.ByID) ([]contract.Collection, error) {
	owner, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	v, who := view.Projects(ctx), collectionsReader(ctx)
	return view.Rows(ctx, s.source, "collections of a user", scan, ofOwner, v.Staff, v.Account, who.Account, who.Staff, owner.ID)
}
