package revenue

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// The calendar of settlements, as the rules have it.
const (
	valueDays  = 59 // after the last day of the month
	settleFrom = 10 // day of the next month
)

const monthRows = `
select month, state, asked_by, asked_at, to_char(value_date, 'YYYY-MM-DD'), wallets from revenue.months where month >= $1`

// monthState is a month for which somebody has asked.
type monthState struct {
	Month, State, AskedBy string
	AskedAt               *time.Time
	ValueDate             *string
	Wallets               int
}

// treasuryMonths are the last 24 months that have income or a settlement, newest first.
func (s *Routes) treasuryMonths(ctx context.Context, _ *nothing) ([]contract.TreasuryMonth, error) {
	if err := keeper(ctx); err != nil {
		return nil, err
	}
	now := s.o.Now().UTC()
	next := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	first := next.AddDate(0, -monthsShown, 0)
	days, err := s.days(ctx, first, next)
	if err != nil {
		return nil, err
	}
	states, err := view.Rows(ctx, s.source, "months", pgx.RowToStructByPos[monthState], monthRows, first.Format(monthForm))
	if err != nil {
		return nil, err
	}
	of := map[string]*contract.TreasuryMonth{}
	at := func(month string) *contract.TreasuryMonth {
		if of[month] == nil {
			of[month] = newMonth(month)
		}
		return of[month]
	}
	for name, d := range days {
		d.count(at(name[:len(monthForm)]))
	}
	var accounts []string
	for _, m := range states {
		accounts = append(accounts, m.AskedBy)
	}
	people, err := s.people(ctx, accounts)
	if err != nil {
		return nil, err
	}
	for _, m := range states {
		to := at(m.Month)
		to.State, to.AskedBy, to.AskedAt, to.Wallets = m.State, people[m.AskedBy], m.AskedAt, m.Wallets
		if m.ValueDate != nil {
			to.ValueDate = *m.ValueDate
		}
	}
	out := make([]contract.TreasuryMonth, 0, len(of))
	for _, m := range of {
		out = append(out, *m)
	}
	slices.SortFunc(out, func(a, b contract.TreasuryMonth) int { return cmp.Compare(b.Month, a.Month) })
	return out, nil
}

// newMonth is a month without income.
func newMonth(month string) *contract.TreasuryMonth {
	out := &contract.TreasuryMonth{Month: month, State: "open"}
	if first, err := time.Parse(monthForm, month); err == nil {
		out.From = first.AddDate(0, 1, settleFrom-1).Format(time.DateOnly)
		out.ValueDate = first.AddDate(0, 1, -1).AddDate(0, 0, valueDays).Format(time.DateOnly)
	}
	return out
}

// count adds a day to its month.
func (d *day) count(m *contract.TreasuryMonth) {
	m.Creators += d.Creators
	income := false
	for _, e := range d.entries {
		switch e.State {
		case "confirmed":
			m.Income += e.Amount
			income = true
		case "entered":
			m.Unconfirmed++
			income = true
		}
	}
	if income {
		m.Days++
		if d.shared() && d.done {
			m.Shared++
		}
	}
}
