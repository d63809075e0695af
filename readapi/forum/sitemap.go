package forum

import "github.com/modyard/modyard/readapi/feed"

// worthIndexing holds for discussions d that search engines should find: answered, or of some length.
const worthIndexing = `d.shown and (d.answers > 0 or d.written >= 50)`

// Sitemap lists the discussions that are worth finding.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "forum", Things: `
select d.id, 'd', d.id, greatest(d.updated, d.bumped) from forum.discussions d where ` + worthIndexing}
}
