package revenue

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	monthForm = "2006-01"
	// monthsShown is how many months a list has.
	monthsShown = 24
)

const (
	// settledMonths are the amounts of the account $1 from the month $2 on that are settled.
	settledMonths = `
select month, to_char(min(value_date), 'YYYY-MM-DD'), source, sum(amount)::bigint from revenue.lines
where account = $1 and kind = 'settlement' and month >= $2 group by month, source order by month desc, source`

	// estimated are the shares of the account $1 from the day $2 on whose month is not settled for it.
	estimated = `
select to_char(s.day, 'YYYY-MM'), null::text, s.source, sum(s.amount)::bigint
from generate_series($2::timestamp, $3::timestamp, interval '1 month') m(first)
join revenue.shares s on s.account = $1 and s.day >= m.first::date and s.day < (m.first + interval '1 month')::date
where not exists (select from revenue.lines l where l.account = $1 and l.kind = 'settlement' and l.month = to_char(m.first, 'YYYY-MM'))
    and not exists (select from revenue.months d where d.month = to_char(m.first, 'YYYY-MM') and d.state = 'settled')
group by 1, 3 order by 1 desc, 3`

	monthDays = `
select to_char(day, 'YYYY-MM-DD'), project, sum(amount)::bigint from revenue.shares
where account = $1 and day >= $2::date and day < $3::date group by day, project order by day, project`

	monthSettled = `
select exists (select from revenue.lines where account = $1 and kind = 'settlement' and month = $2)
    or exists (select from revenue.months where month = $2 and state = 'settled')`
)

type monthPart struct {
	Month     string
	ValueDate *string
	Source    string
	Amount    contract.Money
}

func (s *Routes) months(ctx context.Context, _ *nothing) ([]contract.RevenueMonth, error) {
	account, now := view.Caller(ctx).Account, s.o.Now().UTC()
	last := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	first := last.AddDate(0, 1-monthsShown, 0)
	parts, err := view.Rows(ctx, s.source, "settled months", pgx.RowToStructByPos[monthPart], settledMonths, account, first.Format(monthForm))
	if err != nil {
		return nil, err
	}
	estimates, err := view.Rows(ctx, s.source, "estimates", pgx.RowToStructByPos[monthPart], estimated, account, first, last)
	if err != nil {
		return nil, err
	}
	out := []contract.RevenueMonth{}
	for _, p := range append(parts, estimates...) {
		at := slices.IndexFunc(out, func(m contract.RevenueMonth) bool { return m.Month == p.Month })
		if at < 0 {
			at = len(out)
			out = append(out, contract.RevenueMonth{Month: p.Month, ValueDate: p.ValueDate})
		}
		out[at].Sources = append(out[at].Sources, contract.RevenueSource{Source: p.Source, Amount: p.Amount})
		out[at].Amount += p.Amount
	}
	slices.SortFunc(out, func(a, b contract.RevenueMonth) int { return cmp.Compare(b.Month, a.Month) })
	return out, nil
}

type monthIn struct {
	Month view.Name `path:"month"`
}

// monthOf reads a month as YYYY-MM: its first moment.
func monthOf(field, month string) (time.Time, error) {
	t, err := time.Parse(monthForm, month)
	if err != nil || t.Format(monthForm) != month || t.Year() < 2000 || t.Year() > 2200 {
		return t, httpkit.Invalid(field, "月份的格式应为 YYYY-MM")
	}
	return t, nil
}

func (s *Routes) month(ctx context.Context, in *monthIn) (contract.RevenueBreakdown, error) {
	out := contract.RevenueBreakdown{Month: string(in.Month), Projects: []contract.RevenueProject{}, Days: []contract.RevenueDay{}}
	account := view.Caller(ctx).Account
	first, err := monthOf("month", out.Month)
	if err != nil {
		return out, err
	}
	if err := s.source.Pool.QueryRow(ctx, monthSettled, account, out.Month).Scan(&out.Settled); err != nil {
		return out, err
	}
	sums, ids := map[string]contract.Money{}, []string{}
	_, err = view.Rows(ctx, s.source, "shares of a month", func(row pgx.CollectableRow) (struct{}, error) {
		var day, project string
		var amount contract.Money
		if err := row.Scan(&day, &project, &amount); err != nil {
			return struct{}{}, err
		}
		if n := len(out.Days); n == 0 || out.Days[n-1].Day != day {
			out.Days = append(out.Days, contract.RevenueDay{Day: day})
		}
		out.Days[len(out.Days)-1].Amount += amount
		if _, there := sums[project]; !there {
			ids = append(ids, project)
		}
		sums[project] += amount
		return struct{}{}, nil
	}, monthDays, account, first, first.AddDate(0, 1, 0))
	if err != nil {
		return out, err
	}
	projects, err := s.projects(ctx, view.Caller(ctx), ids)
	for id, p := range projects {
		out.Projects = append(out.Projects, contract.RevenueProject{Project: p, Amount: sums[id]})
	}
	slices.SortFunc(out.Projects, func(a, b contract.RevenueProject) int {
		return cmp.Or(cmp.Compare(b.Amount, a.Amount), cmp.Compare(a.Project.ID, b.Project.ID))
	})
	return out, err
}
