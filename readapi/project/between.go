package project

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// betweenIn names two versions of a project, in any order.
type betweenIn struct {
	view.ByID
	From string `query:"from" doc:"版本 ID"`
	To   string `query:"to" doc:"版本 ID"`
}

// mostBetween is the number of changelogs in an answer: those nearest to the newer version.
const mostBetween = 50

// fromBetween are the listed versions after the older of the versions $4 and $5 up to the newer one. Without both there
// are none.
const fromBetween = fromVersions + `
join catalog.versions a on a.project = p.id and a.id = $4 and (a.listed or ` + view.Inside + `)
join catalog.versions b on b.project = p.id and b.id = $5 and (b.listed or ` + view.Inside + `)
where p.id = $3 and ` + view.ListedVersion + `
  and (v.published, v.created) > least((a.published, a.created), (b.published, b.created))
  and (v.published, v.created) <= greatest((a.published, a.created), (b.published, b.created))`

const betweenQuery = `
select v.doc_v2, v.doc_changelog, coalesce(older.doc_changelog = v.doc_changelog, false), a.id, a.username, a.avatar_url
from (select v.id` + fromBetween + newest + ` limit $6) part
join catalog.versions v on v.id = part.id join catalog.projects p on p.id = v.project
left join lateral ` + older + ` older on true
left join identity.profiles a on a.id = v.author` + newest

// between reads what changed from one version to another, newest first.
func (s *Routes) between(ctx context.Context, in *betweenIn) (contract.ChangesAnswer, error) {
	p, err := s.one(ctx, view.Projects(ctx), in.ID, noExtra(), noExtra())
	if err != nil {
		return contract.ChangesAnswer{}, err
	}
	v := view.Versions(ctx)
	args := []any{v.Staff, v.Account, p.ID, in.From, in.To}
	var out contract.ChangesAnswer
	if err := s.source.Pool.QueryRow(ctx, `select count(*)`+fromBetween, args...).Scan(&out.Total); err != nil {
		return out, fmt.Errorf("count the versions between two: %w", err)
	}
	out.Changes, err = view.Rows(ctx, s.source, "changes between versions", view.Within(scanChange, sizeOfChange), betweenQuery, append(args, mostBetween)...)
	return out, err
}
