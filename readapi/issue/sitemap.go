package issue

import "github.com/modyard/modyard/readapi/feed"

// Sitemap lists the issues of listed projects that were commented on or say something, each at its address. Boards that only members
// see are left out.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "issues", Things: `
select i.id, p.url_type || '/' || coalesce(nullif(p.slug, ''), p.id) || '/issues', i.number::text, i.updated
from issue.issues i join catalog.projects p on p.id = i.project and p.listed join issue.boards b on b.project = i.project and b.type <> 3
where not i.hidden and (i.comments > 0 or exists (select from issue.openings o where o.issue = i.id and length(o.body) >= 50))`}
}
