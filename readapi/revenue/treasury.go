package revenue

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/revenue"
	"github.com/modyard/modyard/readapi/view"
)

// unclearAfter is how long a withdrawal is sent before people look at it.
const unclearAfter = 3 * 24 * time.Hour

// Conditions of withdrawals for treasurers. $1 is the moment before which a withdrawal was sent long ago.
const (
	isWaiting = `p.ended is null and not p.enough and not p.held`
	isHeld    = `p.ended is null and p.held`
	isUnclear = `(p.ended is null and (p.state = 'unclear' or p.provider <> 'manual' and p.sent < $1) or p.state = 'success' and p.code <> '')`
	isManual  = `p.ended is null and p.enough and not p.held and p.provider = 'manual'`
	isOpen    = `p.ended is null`
	isEnded   = `p.ended is not null`
)

const (
	waiting = `
select count(*) filter (where ` + isWaiting + `), count(*) filter (where ` + isHeld + `), count(*) filter (where ` + isUnclear + `),
    count(*) filter (where ` + isManual + `),
    (select count(*) from revenue.entries where state = 'entered'),
    (select count(*) from revenue.corrections where state = 'proposed'),
    (select count(*) from revenue.wallets where frozen is not null)
from revenue.payouts p where p.ended is null or p.state = 'success' and p.code <> ''`

	// trial is the trial balance: accounts of which there are many are added up.
	trial = `
select kind, id, sum(amount)::bigint, (count(*) filter (where amount <> 0))::int from (
    select split_part(account, ':', 1) as kind, amount,
        case when split_part(account, ':', 1) in ('cash', 'income', 'fees') then substr(account, strpos(account, ':') + 1) else '' end as id
    from revenue.balances) b
group by kind, id order by array_position('{cash,income,platform,reserve,accrued,wallet,transit,fees,unclaimed}', kind), id`

	rules = `select rule, version, hash, to_char(since, 'YYYY-MM-DD') from revenue.rules order by since, position`

	held = `select coalesce((select paused from revenue.ledger), false)`
)

func (s *Routes) treasury(ctx context.Context, _ *nothing) (out contract.Treasury, err error) {
	if err := keeper(ctx); err != nil {
		return out, err
	}
	out.Currency, out.Sources = s.o.Currency, append([]string{}, s.o.Sources...)
	out.Position = int64(s.source.Board.At(projected.Name)) //nolint:gosec // read before the tables, which are then at least as new
	if err := s.source.Pool.QueryRow(ctx, held).Scan(&out.Paused); err != nil {
		return out, fmt.Errorf("read whether withdrawing is paused: %w", err)
	}
	if out.Restored, err = s.o.Restored(ctx); err != nil {
		return out, err
	}
	if out.Alone, err = s.o.Alone(ctx); err != nil {
		return out, err
	}
	w := &out.Waiting
	err = s.source.Pool.QueryRow(ctx, waiting, s.longAgo()).Scan(&w.Payouts, &w.Held, &w.Unclear, &w.Manual, &w.Entries, &w.Corrections, &w.Frozen)
	if err != nil {
		return out, fmt.Errorf("count what waits for treasurers: %w", err)
	}
	if out.Rules, err = view.Rows(ctx, s.source, "rules", pgx.RowToStructByPos[contract.TreasuryRule], rules); err != nil {
		return out, err
	}
	out.Balance, err = view.Rows(ctx, s.source, "the trial balance", pgx.RowToStructByPos[contract.TrialLine], trial)
	return out, err
}

func (s *Routes) longAgo() time.Time { return s.o.Now().Add(-unclearAfter) }
