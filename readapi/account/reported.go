package account

import "github.com/modyard/modyard/readapi/report"

// Reported are the accounts that may be reported.
func Reported() report.Subject {
	return report.Subject{
		Type:  "user",
		Item:  `select u.id, u.username, null::bytea, u.bio, u.avatar_url, null::text, array['user', u.username] from identity.profiles u where u.id = r.item`,
		Named: `coalesce((select a.id from identity.profiles a where a.id = $3), (select a.id from identity.profiles a where lower(a.username) = $4))`,
	}
}
