package wiki

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Conditions over catalog.projects p for the viewer $2. 1024 is the right WIKI_EDIT; what a member of the
// project's own team holds goes before the rights of the organization.
const (
	holds = `(exists (select from catalog.members m where m.project = p.id and m.account = $2 and m.accepted and (m.owner or m.permissions & 1024 <> 0))
    or exists (select from catalog.organization_members o where p.organization <> '' and o.organization = p.organization and o.account = $2
               and o.accepted and (o.owner or o.permissions & 1024 <> 0)
               and not exists (select from catalog.members m where m.project = p.id and m.account = o.account and m.accepted)))`

	held = `(exists (select from catalog.members m where m.project = p.id and m.accepted and (m.owner or m.permissions & 1024 <> 0))
    or exists (select from catalog.organization_members o where p.organization <> '' and o.organization = p.organization
               and o.accepted and (o.owner or o.permissions & 1024 <> 0)
               and not exists (select from catalog.members m where m.project = p.id and m.account = o.account and m.accepted)))`

	visible = `select p.id, ` + holds + ` from catalog.projects p where p.id = ` + view.Found + ` and ` + view.VisibleProject
)

// place is a project that the viewer may see. Holds says that the viewer holds WIKI_EDIT.
type place struct {
	ID    string
	Holds bool
}

// find finds a project by its id or slug.
func (s *Routes) find(ctx context.Context, v view.Viewer, name view.Name) (place, error) {
	return view.Only(view.Rows(ctx, s.source, "project of a wiki", pgx.RowToStructByPos[place], visible, v.Staff, v.Account, name, name.Lower()))
}

// named are the pages that a name can mean, the best first: $2 is an id, $3 a slug in lower case.
const named = `
select id, gone <> '' from wiki.pages where id = $2 and project = $1
union all select id, false from wiki.pages where project = $1 and slug_key = $3 and gone = ''
union all select p.id, p.gone <> '' from wiki.slugs s join wiki.pages p on p.id = s.page where s.project = $1 and s.slug = $3`

type pageName struct {
	ID   string
	Gone bool
}

// page finds a page by its id, its slug or a former slug; a page that exists comes first.
func (s *Routes) page(ctx context.Context, project string, name view.Name) (pageName, error) {
	list, err := view.Rows(ctx, s.source, "page of a wiki", pgx.RowToStructByPos[pageName], named, project, name, strings.ToLower(string(name)))
	for _, one := range list {
		if !one.Gone {
			return one, err
		}
	}
	return view.Only(list, err)
}

// gone is the answer about a page that was removed.
func gone() error { return httpkit.Fault(httpkit.KindGone, "gone", "该页面已被删除") }

// OfPage is the input of a query about a page of a wiki.
type OfPage struct {
	view.ByID
	Page view.Name `path:"page"`
}
