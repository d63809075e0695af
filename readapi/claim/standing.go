package claim

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	claimable = `
select p.id, coalesce((select o.repost from catalog.organizations o where p.organization <> '' and o.id = p.organization), false)
from catalog.projects p where p.id = ` + view.Found + ` and ` + view.VisibleProject

	newest = columns + ` where c.project = $3 and c.account = $2 order by c.filed desc, c.id limit 1`
)

func (s *Routes) standing(ctx context.Context, in *view.ByID) (out contract.ClaimStanding, err error) {
	v := view.Caller(ctx)
	var project string
	err = s.source.Pool.QueryRow(ctx, claimable, v.Staff, v.Account, in.ID, in.ID.Lower()).Scan(&project, &out.Claimable)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, httpkit.NotFound()
	}
	if err != nil {
		return out, fmt.Errorf("read a project to claim: %w", err)
	}
	out.Token = s.token(v.Account, project)
	mine, err := s.read(ctx, v, newest, project)
	if len(mine) > 0 {
		out.Mine = &mine[0]
	}
	return out, err
}
