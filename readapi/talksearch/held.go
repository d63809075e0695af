package talksearch

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// mostHeld is how many texts the list of those that wait has.
const mostHeld = 100

// held are the texts that wait for the staff, the oldest first.
const held = columns + `
from (
    (select 'discussion' as kind, id, created from forum.discussions where hidden and reason_code = 'held' and gone is null order by created limit $1)
    union all (select 'post', id, created from forum.posts where hidden and reason_code = 'held' and not deleted order by created limit $1)
    union all (select 'issue', id, created from issue.issues where hidden and reason_code = 'held' order by created limit $1)
    union all (select 'comment', id, created from issue.posts where hidden and reason_code = 'held' and not deleted order by created limit $1)
    order by created, id limit $1) h
left join forum.posts q on h.kind = 'post' and q.id = h.id
left join issue.posts c on h.kind = 'comment' and c.id = h.id` + joined + `
order by h.created, h.id`

// held is GET /v3/forum/held.
func (s *Routes) held(ctx context.Context, _ *struct{}) (contract.TalkHits, error) {
	out := contract.TalkHits{Hits: []contract.TalkHit{}}
	if !identity.FromContext(ctx).Staff() {
		return out, httpkit.Forbidden("只有管理人员可以查看")
	}
	list, err := view.Rows(ctx, s.source, "texts that wait", s.scan(""), held, mostHeld)
	out.Hits = append(out.Hits, list...)
	return out, err
}
