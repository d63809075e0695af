package revenue

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// correctionList has those that wait for somebody first, oldest first, then the ended ones, newest first.
	correctionList = `
select id, account, amount, month, by, at, state, reason, evidence from revenue.corrections
order by state <> 'proposed', case when state = 'proposed' then at end, at desc, id limit $1 offset $2`

	frozenList = `select account, frozen, frozen_by, reason from revenue.wallets where frozen is not null order by frozen desc, account limit $1 offset $2`
)

func (s *Routes) treasuryCorrections(ctx context.Context, in *view.Page) ([]contract.TreasuryCorrection, error) {
	if err := keeper(ctx); err != nil {
		return nil, err
	}
	limit, offset := in.Bounds()
	type pair struct{ account, by string }
	var of []pair
	var ids []string
	list, err := view.Rows(ctx, s.source, "corrections", func(row pgx.CollectableRow) (c contract.TreasuryCorrection, err error) {
		var p pair
		var month, why string
		err = row.Scan(&c.ID, &p.account, &c.Amount, &month, &p.by, &c.At, &c.State, &why, &c.Evidence)
		c.Month, c.Reason = view.Present(&month), view.Present(&why)
		of, ids = append(of, p), append(ids, p.account, p.by)
		return c, err
	}, correctionList, limit, offset)
	if err != nil {
		return nil, err
	}
	people, err := s.people(ctx, ids)
	for i := range list {
		list[i].User, list[i].By = people[of[i].account], people[of[i].by]
	}
	return list, err
}

// treasuryFrozen is for moderators too, because they freeze balances.
func (s *Routes) treasuryFrozen(ctx context.Context, in *view.Page) ([]contract.TreasuryFrozen, error) {
	c := identity.FromContext(ctx)
	if !c.Treasurer && !c.Staff() {
		return nil, httpkit.Forbidden("只有财务人员与管理人员可以查看")
	}
	if err := inSession(c); err != nil {
		return nil, err
	}
	limit, offset := in.Bounds()
	type pair struct{ account, by string }
	var of []pair
	var ids []string
	list, err := view.Rows(ctx, s.source, "frozen balances", func(row pgx.CollectableRow) (f contract.TreasuryFrozen, err error) {
		var p pair
		var why string
		err = row.Scan(&p.account, &f.At, &p.by, &why)
		f.Reason = view.Present(&why)
		of, ids = append(of, p), append(ids, p.account, p.by)
		return f, err
	}, frozenList, limit, offset)
	if err != nil {
		return nil, err
	}
	people, err := s.people(ctx, ids)
	for i := range list {
		list[i].User, list[i].By = people[of[i].account], people[of[i].by]
	}
	return list, err
}
