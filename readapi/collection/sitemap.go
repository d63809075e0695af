package collection

import "github.com/modyard/modyard/readapi/feed"

// Sitemap lists the public collections with a listed project.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "collections", Things: `select c.id, 'collection', c.id, c.updated from collection.collections c
where c.status = 'listed' and exists (select from collection.collection_projects k join catalog.projects p on p.id = k.project where k.collection = c.id and p.listed)`}
}
