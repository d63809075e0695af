package forum

import (
	projected "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/report"
)

// Reported are the discussions and answers that may be reported, for those who may read them.
func Reported() []report.Subject {
	const (
		address = `case when p.id is null then array['d', d.id] else array[p.url_type, coalesce(nullif(p.slug, ''), p.id), 'forum'] end`
		about   = ` left join catalog.projects p on d.project <> '' and p.id = d.project `
	)
	return []report.Subject{
		{
			Type: "discussion", Named: `$3`, Fresh: projected.Name,
			Item: `select d.id, d.title, null::bytea, left(b.body, 200), null::text, null::text, ` + address + `
from forum.discussions d` + about + withText + `where d.id = r.item and ` + readable,
		},
		{
			Type: "post", Named: `$3`, Fresh: projected.Name,
			Item: `select q.id, d.title, null::bytea, left(q.body, 200), null::text, null::text, ` + address + ` || ('#floor-' || q.floor)
from forum.posts q join forum.discussions d on d.id = q.discussion` + about + `
where q.id = r.item and not q.deleted and (not q.hidden or q.author = $2 and $2 <> '' or ` + inside + `) and ` + readable,
		},
	}
}
