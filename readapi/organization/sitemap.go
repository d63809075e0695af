package organization

import "github.com/modyard/modyard/readapi/feed"

// Sitemap lists the pages of organizations with listed projects.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "organizations", Things: `select o.id, 'organization', o.slug, max(p.changed)
from catalog.organizations o join catalog.projects p on p.organization = o.id where p.listed group by o.id, o.slug`}
}
