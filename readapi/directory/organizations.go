package directory

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

type organizationsIn struct {
	Asked
	Sort string `query:"sort" enum:"downloads,projects,newest,name" doc:"排序；默认按下载量"`
}

const (
	// organizationWith holds for organizations o with the text $1, in lower case, in their name or slug; $1 never contains
	// a line break. organizationNamed is the same for a text of two characters or more, read by the index
	// organizations_named. A single character has no pair, and to compute the pairs of every name takes ten times as long
	// as to compare the names.
	organizationWith   = `strpos(lower(o.name || E'\n' || o.slug), $1::text) > 0`
	organizationNamed  = `identity.pairs(lower(o.name || E'\n' || o.slug)) @> identity.pairs($1::text) and ` + organizationWith
	anyOrganization    = `$1::text = ''`
	countOrganizations = `select count(*) from catalog.organizations o where %s`

	organizationsQuery = `select o.id, o.name, o.slug, o.icon_url, o.description, o.created, coalesce(p.projects, 0), coalesce(p.downloads, 0)
from catalog.organizations o
left join lateral (select count(*) as projects, sum(downloads)::bigint as downloads from catalog.projects where organization = o.id and organization <> '' and listed) p
	on true
where %s order by %s limit $2 offset $3`

	// Without a text, the projects of all are counted at once.
	allOrganizations = `select o.id, o.name, o.slug, o.icon_url, o.description, o.created, coalesce(p.projects, 0), coalesce(p.downloads, 0)
from catalog.organizations o
left join (select organization, count(*) as projects, sum(downloads)::bigint as downloads from catalog.projects where organization <> '' and listed group by organization) p
	on p.organization = o.id
where %s order by %s limit $2 offset $3`
)

// organizationOrders begin with an exact name, which is what a text means first.
func organizationOrder(sort string) string {
	const exact = `($1 <> '' and lower(o.name) = $1) desc, `
	switch sort {
	case "projects":
		return exact + `coalesce(p.projects, 0) desc, o.id`
	case "newest":
		return `o.created desc, o.id`
	case "name":
		return `lower(o.name), o.id`
	}
	return exact + `coalesce(p.downloads, 0) desc, o.id`
}

func (s *Routes) organizations(ctx context.Context, in *organizationsIn) (contract.SearchPage[Listed], error) {
	text := in.Query.lower()
	hits, err := s.organizationsOf(ctx, text, in.Sort, in.Asked)
	if err != nil {
		return contract.SearchPage[Listed]{}, err
	}
	total, err := s.countOrganizations(ctx, text)
	return page(in.Asked, hits, total), err
}

func (s *Routes) organizationsOf(ctx context.Context, text, sort string, in Asked) ([]Listed, error) {
	limit, offset := in.Bounds()
	query := fmt.Sprintf(allOrganizations, anyOrganization, organizationOrder(sort))
	if text != "" {
		query = fmt.Sprintf(organizationsQuery, organizationsWith(text), organizationOrder(sort))
	}
	return view.Rows(ctx, s.source, "organizations", func(row pgx.CollectableRow) (Listed, error) {
		var one Listed
		var icon string
		err := row.Scan(&one.ID, &one.Name, &one.Slug, &icon, &one.Description, &one.Created, &one.Projects, &one.Downloads)
		one.IconURL, one.Description = view.Present(&icon), brief(one.Description)
		return one, err
	}, query, text, limit, offset)
}

func organizationsWith(text string) string {
	switch utf8.RuneCountInString(text) {
	case 0:
		return anyOrganization
	case 1:
		return organizationWith
	}
	return organizationNamed
}

func (s *Routes) countOrganizations(ctx context.Context, text string) (int, error) {
	return s.count(ctx, fmt.Sprintf(countOrganizations, organizationsWith(text)), text)
}

// count runs a query that counts what a text in lower case finds.
func (s *Routes) count(ctx context.Context, query, text string) (int, error) {
	var n int
	if err := s.source.Pool.QueryRow(ctx, query, text).Scan(&n); err != nil {
		return 0, fmt.Errorf("count what a name finds: %w", err)
	}
	return n, nil
}
