package issue

import (
	projected "github.com/modyard/modyard/projections/issue"
	"github.com/modyard/modyard/readapi/report"
)

// Reported are the issues and comments that may be reported, for those who may read them.
func Reported() []report.Subject {
	const (
		address = `array[p.url_type, coalesce(nullif(p.slug, ''), p.id), 'issues', i.number::text]`
		about   = ` join catalog.projects p on p.id = i.project `
	)
	return []report.Subject{
		{
			Type: "issue", Named: `$3`, Fresh: projected.Name,
			Item: `select i.id, i.title, null::bytea, left(b.body, 200), null::text, null::text, ` + address + `
from issue.issues i` + about + withText + `where i.id = r.item and ` + readable,
		},
		{
			Type: "comment", Named: `$3`, Fresh: projected.Name,
			Item: `select q.id, i.title, null::bytea, left(q.body, 200), null::text, null::text, ` + address + ` || ('#floor-' || q.floor)
from issue.posts q join issue.issues i on i.id = q.discussion` + about + `
where q.id = r.item and not q.deleted and (not q.hidden or q.author = $2 and $2 <> '' or ` + inside + `) and ` + readable,
		},
	}
}
