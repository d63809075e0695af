package organization

import "github.com/modyard/modyard/readapi/report"

// Reported are the organizations that may be reported.
func Reported() report.Subject {
	return report.Subject{
		Type:  "organization",
		Item:  `select o.id, o.name, null::bytea, o.description, o.icon_url, null::text, array['organization', o.slug] from catalog.organizations o where o.id = r.item`,
		Named: `coalesce((select q.id from catalog.organizations q where q.id = $3), (select s.organization from catalog.organization_slugs s where s.slug = $4))`,
	}
}
