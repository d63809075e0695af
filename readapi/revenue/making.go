package revenue

import (
	"context"
	"math/bits"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	oneLine = `
select number, at, kind, amount, balance, to_char(value_date, 'YYYY-MM-DD'), month, source, project, payout, reason
from revenue.lines where account = $1 and number = $2`

	// makingDays are the days from $3 to before $4 on which the account $1 got something for the project $2 from the
	// source $5, with what all people of the project got.
	makingDays = `
select to_char(s.day, 'YYYY-MM-DD'), d.rule, d.hash, d.inputs, sum(s.amount)::bigint,
    coalesce(sum(s.amount) filter (where s.account = $1), 0)::bigint, count(distinct s.account)::int
from revenue.shares s join revenue.days d on d.day = s.day and d.run = s.run
where s.project = $2 and s.day >= $3::date and s.day < $4::date and s.source = $5
group by s.day, d.rule, d.hash, d.inputs having bool_or(s.account = $1) order by s.day`
)

type makingIn struct {
	Number view.Name `path:"number"`
}

func (s *Routes) making(ctx context.Context, in *makingIn) (contract.LedgerMaking, error) {
	out, account := contract.LedgerMaking{Days: []contract.MakingDay{}}, view.Caller(ctx).Account
	number, ok := digits(string(in.Number))
	if !ok {
		return out, httpkit.NotFound()
	}
	list, err := view.Rows(ctx, s.source, "a line", scanLine, oneLine, account, number)
	if out.Line, err = view.Only(list, err); err != nil {
		return out, err
	}
	if err := s.title(ctx, list); err != nil {
		return out, err
	}
	out.Line = list[0]
	l := out.Line
	if l.Kind != "settlement" || l.Month == nil || l.Project == nil || l.Source == nil {
		return out, nil
	}
	from, err := time.Parse(monthForm, *l.Month)
	if err != nil {
		return out, err
	}
	out.Days, err = view.Rows(ctx, s.source, "shares of a line", func(row pgx.CollectableRow) (d contract.MakingDay, err error) {
		err = row.Scan(&d.Day, &d.Rule, &d.Hash, &d.Inputs, &d.Project, &d.Amount, &d.People)
		d.Basis = basis(d.Amount, d.Project)
		return d, err
	}, makingDays, account, l.Project.ID, from, from.AddDate(0, 1, 0), *l.Source)
	return out, err
}

// basis is a part of a whole in basis points, rounded down. Both are not negative.
func basis(part, whole contract.Money) int {
	if whole <= 0 || part <= 0 || part > whole {
		return 0
	}
	high, low := bits.Mul64(uint64(part), 10_000)       //nolint:gosec // not negative
	quotient, _ := bits.Div64(high, low, uint64(whole)) //nolint:gosec // not negative
	return int(quotient)                                //nolint:gosec // at most 10 000
}

// digits reads a number of at most 18 digits.
func digits(s string) (n int64, ok bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}
