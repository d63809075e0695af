package forum

import "github.com/modyard/modyard/readapi/feed"

// worthIndexing holds for discussions d that search engines should find: answered, or of some length.
const worthIndexing = `d.shown and (d.answers > 0 or d.written >= 50)`

// Sitemap lists the discussions that are worth finding, each at its own address or at the board of its project.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "forum", Things: `
select d.id, coalesce(p.url_type || '/' || coalesce(nullif(p.slug, ''), p.id), 'd'), case when p.id is null then d.id else 'forum' end, greatest(d.updated, d.bumped)
from forum.discussions d left join catalog.projects p on d.project <> '' and p.id = d.project where ` + worthIndexing}
}
