package project

import "github.com/modyard/modyard/readapi/feed"

// Sitemap is the pages of projects.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "projects", Things: `select id, url_type, coalesce(nullif(slug, ''), id), changed from catalog.projects where listed`}
}
