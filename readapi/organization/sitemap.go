package organization

import "github.com/modyard/modyard/readapi/feed"

// Sitemap is the pages of organizations that have something listed.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "organizations", Things: `select o.id, 'organization', o.slug, max(p.changed)
from catalog.organizations o join catalog.projects p on p.organization = o.id where p.listed group by o.id, o.slug`}
}
