package forum

import (
	projected "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/readapi/report"
)

// Reported are the discussions and answers that may be reported, for those who may read them.
func Reported() []report.Subject {
	return []report.Subject{
		{
			Type: "discussion", Named: `$3`, Fresh: projected.Name,
			Item: `select d.id, d.title, null::bytea, null::text, null::text, null::text, array['d', d.id]
from forum.discussions d where d.id = r.item and ` + readable,
		},
		{
			Type: "post", Named: `$3`, Fresh: projected.Name,
			Item: `select q.id, d.title, null::bytea, left(q.body, 200), null::text, null::text, array['d', d.id]
from forum.posts q join forum.discussions d on d.id = q.discussion
where q.id = r.item and not q.deleted and (not q.hidden or q.author = $2 and $2 <> '' or ` + inside + `) and ` + readable,
		},
	}
}
