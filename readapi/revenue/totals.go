package revenue

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// totals are the sums by year and method, newest years first.
const totals = `
select extract(year from created at time zone 'UTC')::int, method, sum(amount - least(back, amount))::bigint,
    coalesce(sum(amount) filter (where ended is null), 0)::bigint from revenue.payouts
where account = $1 and state not in ('failed', 'cancelled') group by 1, 2 order by 1 desc, 2`

type total struct {
	Year   int
	Method string
	Amount contract.Money
	Open   contract.Money // of it, what is on its way
}

func (s *Routes) totals(ctx context.Context, _ *nothing) (contract.PayoutTotals, error) {
	out := contract.PayoutTotals{ByYear: []contract.PayoutYear{}, ByMethod: []contract.PayoutMethodSum{}, Both: []contract.PayoutYearMethod{}}
	list, err := view.Rows(ctx, s.source, "totals of withdrawals", pgx.RowToStructByPos[total], totals, view.Caller(ctx).Account)
	if err != nil {
		return out, err
	}
	methods := map[string]int{} // places in ByMethod
	for _, t := range list {
		out.Total += t.Amount
		out.InTransit += t.Open
		if n := len(out.ByYear); n == 0 || out.ByYear[n-1].Year != t.Year {
			out.ByYear = append(out.ByYear, contract.PayoutYear{Year: t.Year})
		}
		year := &out.ByYear[len(out.ByYear)-1]
		year.Amount, year.InTransit = year.Amount+t.Amount, year.InTransit+t.Open
		at, there := methods[t.Method]
		if !there {
			at = len(out.ByMethod)
			methods[t.Method] = at
			out.ByMethod = append(out.ByMethod, contract.PayoutMethodSum{Method: t.Method, MethodName: s.methodName(t.Method)})
		}
		method := &out.ByMethod[at]
		method.Amount, method.InTransit = method.Amount+t.Amount, method.InTransit+t.Open
		out.Both = append(out.Both, contract.PayoutYearMethod{Year: t.Year, Method: t.Method, MethodName: s.methodName(t.Method), Amount: t.Amount, InTransit: t.Open})
	}
	return out, nil
}
