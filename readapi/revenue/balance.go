package revenue

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

// nothing is the input of a query without parameters.
type nothing struct{}

const (
	// balance is one row for the account $1. A share that is accrued is not settled.
	balance = `
select coalesce(w.earned, 0), coalesce(w.frozen is not null, false), coalesce(w.reason, ''),
    coalesce((select -b.amount from revenue.balances b where b.account = 'accrued:' || $1), 0),
    coalesce((select l.paused from revenue.ledger l), false),
    p.paid, p.year, p.open, p.transit, p.fees
from (select coalesce(sum(amount - least(back, amount)) filter (where state not in ('failed', 'cancelled')), 0)::bigint as paid,
        coalesce(sum(amount - least(back, amount)) filter (where state not in ('failed', 'cancelled') and created >= $2), 0)::bigint as year,
        count(*) filter (where ended is null) as open,
        coalesce(sum(amount) filter (where ended is null), 0)::bigint as transit,
        coalesce(sum(fee) filter (where state not in ('failed', 'cancelled')), 0)::bigint as fees
    from revenue.payouts where account = $1) p
left join revenue.wallets w on w.account = $1`

	credits = `select value_date, amount from revenue.credits where account = $1 order by value_date`
)

// credit is an amount that can be withdrawn from a day on.
type credit struct {
	From   time.Time
	Amount contract.Money
}

func (s *Routes) balance(ctx context.Context, _ *nothing) (out contract.PayoutBalance, err error) {
	account, now := view.Caller(ctx).Account, s.o.Now().UTC()
	var why string
	err = s.source.Pool.QueryRow(ctx, balance, account, yearOf(now)).Scan(&out.EarnedLifetime, &out.Standing.Frozen, &why,
		&out.Estimated, &out.Standing.Paused, &out.WithdrawnLifetime, &out.WithdrawnYTD, &out.Standing.Open,
		&out.InTransit, &out.FeesLifetime)
	if err != nil {
		return out, fmt.Errorf("read a balance: %w", err)
	}
	list, err := view.Rows(ctx, s.source, "credits", pgx.RowToStructByPos[credit], credits, account)
	if err != nil {
		return out, err
	}
	out.Dates = map[string]contract.Money{}
	for _, c := range list {
		if !c.From.After(now) {
			out.Available += c.Amount
			continue
		}
		out.Pending += c.Amount
		out.Dates[c.From.Format(time.RFC3339)] = c.Amount
	}
	standing, err := s.o.Standing(ctx, account)
	if err != nil {
		return out, fmt.Errorf("read the standing of an account: %w", err)
	}
	out.Currency = s.o.Currency
	out.Standing.Methods = len(s.o.Methods) > 0
	out.Standing.FrozenReason = view.Present(&why)
	out.Standing.Verified, out.Standing.Factor, out.Standing.Confirmed = standing.Verified, standing.Factor, standing.Confirmed
	out.Standing.Leaving = standing.Leaving
	caller := identity.FromContext(ctx)
	out.Standing.Keeps = caller.Kind == identity.KindSession && (caller.Treasurer || caller.Role == identity.RoleAdmin)
	out.Standing.Debt = out.Available < 0
	return out, nil
}

// yearOf is the first moment of a moment's year.
func yearOf(t time.Time) time.Time { return time.Date(t.UTC().Year(), 1, 1, 0, 0, 0, 0, time.UTC) }
