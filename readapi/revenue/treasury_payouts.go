package revenue

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// twoAbove is the amount with its fee above which two people approve.
const twoAbove contract.Money = 1_000_000_000

const (
	// tail of a list for treasurers; $1 is used by isUnclear alone.
	oldestFirst = ` and $1::timestamptz is not null order by p.created, p.id limit $2 offset $3`
	latestFirst = ` and $1::timestamptz is not null order by p.ended desc, p.id limit $2 offset $3`

	batchList = `
select b.id, b.method, b.at, b.by, cardinality(b.payouts), count(p.id) filter (where p.ended is null)::int, coalesce(sum(p.amount), 0)::bigint
from (select * from revenue.batches order by at desc, id limit $1 offset $2) b left join revenue.payouts p on p.id = any(b.payouts)
group by b.id, b.method, b.at, b.by, b.payouts order by b.at desc, b.id`
)

// listOf is the query of a list.
func listOf(state string) string {
	switch state {
	case "held":
		return payoutColumns + `where ` + isHeld + oldestFirst
	case "unclear":
		return payoutColumns + `where ` + isUnclear + oldestFirst
	case "manual":
		return payoutColumns + `where ` + isManual + oldestFirst
	case "open":
		return payoutColumns + `where ` + isOpen + oldestFirst
	case "ended":
		return payoutColumns + `where ` + isEnded + latestFirst
	}
	return payoutColumns + `where ` + isWaiting + oldestFirst
}

type treasuryPayoutsIn struct {
	State  string     `query:"state" enum:"waiting,held,unclear,manual,open,ended" default:"waiting" doc:"默认 waiting"`
	Limit  view.Count `query:"limit" default:"100" doc:"数量，默认 100，最多 500"`
	Offset view.Count `query:"offset" doc:"跳过的数量"`
}

func (s *Routes) treasuryPayouts(ctx context.Context, in *treasuryPayoutsIn) ([]contract.TreasuryPayout, error) {
	if err := keeper(ctx); err != nil {
		return nil, err
	}
	list, err := s.read(ctx, listOf(in.State), s.longAgo(), min(int(in.Limit), 500), int(in.Offset))
	if err != nil {
		return nil, err
	}
	return s.forTreasurers(ctx, list)
}

func (s *Routes) treasuryPayout(ctx context.Context, in *view.ByID) (out contract.TreasuryPayout, err error) {
	if err := keeper(ctx); err != nil {
		return out, err
	}
	list, err := s.read(ctx, payoutOf, string(in.ID), "")
	if err != nil {
		return out, err
	}
	return view.Only(s.forTreasurers(ctx, list))
}

// forTreasurers are withdrawals with the people and the steps of each. Destinations are not told, not even masked.
func (s *Routes) forTreasurers(ctx context.Context, list []payout) ([]contract.TreasuryPayout, error) {
	ids, accounts := make([]string, len(list)), []string{}
	for i, p := range list {
		ids[i] = p.ID
		accounts = append(append(accounts, p.Account, p.ProposedBy, p.HeldBy), p.Approvals...)
	}
	steps, err := s.steps(ctx, ids)
	if err != nil {
		return nil, err
	}
	people, err := s.people(ctx, accounts)
	if err != nil {
		return nil, err
	}
	out := make([]contract.TreasuryPayout, len(list))
	for i, p := range list {
		t := contract.TreasuryPayout{
			PayoutDetail: contract.PayoutDetail{Payout: s.shown(p, nil), Timeline: s.timeline(steps[p.ID], true)}, User: people[p.Account],
			Approvals: []contract.Author{}, Needs: p.needs(), Since: p.Sent, Attempts: p.Attempts, Batch: view.Present(&p.Batch),
			Proposed: view.Present(&p.Proposed), ProposedBy: people[p.ProposedBy], HeldBy: people[p.HeldBy],
		}
		if t.Code == nil && (p.State == "unclear" || p.State == "success") {
			t.Code = view.Present(&p.Code)
		}
		for _, id := range p.Approvals {
			if by := people[id]; by != nil {
				t.Approvals = append(t.Approvals, *by)
			}
		}
		out[i] = t
	}
	return out, nil
}

// needs is how many approvals are missing.
func (p payout) needs() int {
	switch {
	case p.Enough || p.Ended != nil:
		return 0
	case p.Amount+p.Fee <= twoAbove:
		return 1
	}
	return 2 - min(len(p.Approvals), 1)
}

func (s *Routes) treasuryBatches(ctx context.Context, in *view.Page) ([]contract.TreasuryBatch, error) {
	if err := keeper(ctx); err != nil {
		return nil, err
	}
	limit, offset := in.Bounds()
	var by []string
	list, err := view.Rows(ctx, s.source, "batches", func(row pgx.CollectableRow) (b contract.TreasuryBatch, err error) {
		var account string
		err = row.Scan(&b.ID, &b.Method, &b.At, &account, &b.Payouts, &b.Open, &b.Amount)
		b.MethodName = s.methodName(b.Method)
		by = append(by, account)
		return b, err
	}, batchList, limit, offset)
	if err != nil {
		return nil, err
	}
	people, err := s.people(ctx, by)
	for i := range list {
		list[i].By = people[by[i]]
	}
	return list, err
}
