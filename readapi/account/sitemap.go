package account

import "github.com/modyard/modyard/readapi/feed"

// Sitemap lists the pages of accounts with listed projects.
func Sitemap() feed.Sitemap {
	return feed.Sitemap{Name: "users", Things: `select a.id, 'user', a.username, max(p.changed)
from catalog.members m join catalog.projects p on p.id = m.project join identity.profiles a on a.id = m.account
where m.accepted and p.listed group by a.id, a.username`}
}
