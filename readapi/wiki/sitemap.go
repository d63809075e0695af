package wiki

import "github.com/modyard/modyard/readapi/feed"

// Sitemap lists the published pages of the wikis of listed projects.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "wikis", Things: `
select g.id, p.url_type || '/' || coalesce(nullif(p.slug, ''), p.id) || '/wiki', g.slug, g.updated
from wiki.pages g join catalog.projects p on p.id = g.project
where g.gone = '' and p.listed`}
}
