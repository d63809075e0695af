package wiki

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const tree = `
select p.id, p.parent, p.title, p.slug, p.weight, p.id = w.home, p.created, p.updated, case when $2 then coalesce(e.body, '') else '' end
from wiki.pages p join wiki.wikis w on w.project = p.project
left join wiki.editions e on $2 and e.page = p.id and e.change = p.edition
where p.project = $1 and p.gone = ''`

// node is a published page.
type node struct {
	ID, Parent, Title, Slug string
	Weight                  int
	Featured                bool
	Created, Updated        time.Time
	Body                    string
}

// pages are the published pages of a wiki, by the page above them; siblings are in their order.
type pages map[string][]node

func (s *Routes) pages(ctx context.Context, project string, bodies bool) (pages, error) {
	scan := view.Within(pgx.RowToStructByPos[node], func(n node) int { return len(n.Title) + len(n.Body) })
	list, err := view.Rows(ctx, s.source, "pages of a wiki", scan, tree, project, bodies)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b node) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
	})
	of := pages{}
	for _, n := range list {
		of[n.Parent] = append(of[n.Parent], n)
	}
	return of, nil
}

// nested are the pages below a page in the shape of the family; those below "" are the roots.
func (p pages) nested(project, below string) []contract.WikiPage {
	list := make([]contract.WikiPage, 0, len(p[below]))
	for _, n := range p[below] {
		list = append(list, contract.WikiPage{
			ID: n.ID, ProjectID: project, SortOrder: n.Weight, Title: n.Title, Body: n.Body, ParentWikiID: cmp.Or(n.Parent, n.ID),
			Featured: n.Featured, Created: n.Created, Updated: n.Updated, Slug: n.Slug, Child: p.nested(project, n.ID),
		})
	}
	return list
}

// ordered are the pages in reading order: a page before those below it.
func (p pages) ordered() []node {
	var list []node
	var add func(below string)
	add = func(below string) {
		for _, n := range p[below] {
			list = append(list, n)
			add(n.ID)
		}
	}
	add("")
	return list
}

type wikiIn struct {
	view.ByID
	Bodies view.Flag `query:"include_bodies" doc:"false 时不含正文"`
}

// standing completes the caller's standing from the rows. $2 says whether drafts in review are counted.
const standing = `
select coalesce((select number from wiki.wikis where project = $1), 0),
    case when $2 then (select count(*) from wiki.drafts where project = $1 and status = 'review') else 0 end`

// former are the former slugs that lead to pages of a wiki.
const former = `
select s.slug, p.id, p.title from wiki.slugs s join wiki.pages p on p.id = s.page
where s.project = $1 and p.gone = '' and not exists (select from wiki.pages o where o.project = s.project and o.slug_key = s.slug and o.gone = '')
order by s.slug limit 2000`

func (s *Routes) wiki(ctx context.Context, in *wikiIn) (out contract.Wiki, err error) {
	v := view.Projects(ctx)
	at, err := s.find(ctx, v, in.ID)
	if err != nil {
		return out, err
	}
	given := in.Bodies.Value()
	bodies := given == nil || *given
	list, err := s.pages(ctx, at.ID, bodies)
	if err != nil {
		return out, err
	}
	out.Wikis = list.nested(at.ID, "")
	if out.Standing, err = s.drafts.Standing(ctx, at.ID); err != nil {
		return out, err
	}
	reviews := out.Standing.MayReview || v.Staff
	var revision, waiting int64
	if err := s.source.Pool.QueryRow(ctx, standing, at.ID, reviews).Scan(&revision, &waiting); err != nil {
		return out, fmt.Errorf("read the standing of a wiki: %w", err)
	}
	out.Standing.Revision = revision // that of the pages beside it
	out.Standing.Waiting = cmp.Or(out.Standing.Waiting, waiting)
	out.IsEditor = out.Standing.MayDraft
	if out.Standing.MayDraft {
		if out.Standing.Former, err = view.Rows(ctx, s.source, "former slugs of a wiki", pgx.RowToStructByPos[contract.WikiFormer], former, at.ID); err != nil {
			return out, err
		}
	}
	if v.Account != "" && out.Standing.Draft == nil {
		if out.Standing.Ended, err = s.continuable(ctx, v, at.ID); err != nil {
			return out, err
		}
	}
	if v.Account != "" {
		if out.Cache, out.EditorUser, out.IsEditorUser, err = s.drafts.Own(ctx, at.ID, bodies); err != nil {
			return out, err
		}
	}
	out.IsVisitors = out.Cache == nil && !reviews
	return out, nil
}
