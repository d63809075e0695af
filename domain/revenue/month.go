package revenue

import (
	"cmp"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// MonthState is the settlement of a month, folded from its stream.
type MonthState struct {
	AskedBy   string // empty: nobody has asked
	AskedAt   time.Time
	Begun     bool
	Runs      []DayRun
	ValueDate string
	Finished  bool
}

// Evolve applies one event that was decided at a moment.
func (m MonthState) Evolve(event any, at time.Time) MonthState {
	switch e := event.(type) {
	case SettlementAsked:
		m.AskedBy, m.AskedAt = e.Account, at
	case SettlementWithdrawn:
		m.AskedBy, m.AskedAt = "", time.Time{}
	case SettlementBegun:
		m.Begun, m.Runs, m.ValueDate = true, e.Runs, e.ValueDate
	case SettlementFinished:
		m.Finished = true
	}
	return m
}

// MonthCommand is a command on a month.
type MonthCommand interface {
	decide(m MonthState) ([]any, role.Role, error)
}

// DecideMonth returns the events of a command, or a *fault.Error.
func DecideMonth(m MonthState, c MonthCommand) ([]decision.Event, error) {
	return decision.Of(c.decide(m))
}

// Settleable returns an error for a month that is not over long enough.
func Settleable(month, today time.Time) error {
	if from := month.AddDate(0, 1, settleFrom-1); today.Before(from) {
		return fault.Invalid("month", "这个月从 "+from.Format(time.DateOnly)+" 起才能结算。")
	}
	return nil
}

// AskSettlement asks to settle a month, or takes that back.
type AskSettlement struct {
	By    Caller
	Month time.Time
	Back  bool
	Today time.Time
	Days  map[string]DayState // of the month
}

func (c AskSettlement) decide(m MonthState) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, "", err
	case m.Begun:
		return nil, "", settled()
	case c.Back && m.AskedBy == "", !c.Back && m.AskedBy != "":
		return nil, as, nil
	case c.Back:
		return []any{SettlementWithdrawn{Month: c.Month.Format(monthForm)}}, as, nil
	}
	if err := Settleable(c.Month, c.Today); err != nil {
		return nil, "", err
	}
	if _, err := runsOf(c.Month, c.Days); err != nil {
		return nil, "", err
	}
	return []any{SettlementAsked{Month: c.Month.Format(monthForm), Account: c.By.Account}}, as, nil
}

// runsOf are the runs of the days with income. It returns an error for an entry that is not confirmed and for a day that
// is not shared, or not with what is confirmed now.
func runsOf(month time.Time, days map[string]DayState) ([]DayRun, error) {
	runs := []DayRun{}
	for _, day := range Days(month) {
		d := days[day]
		for _, e := range d.Entries {
			if !e.Confirmed {
				return nil, &fault.Error{Kind: fault.KindConflict, Code: CodeUnconfirmed, Field: "month", Text: day + " 还有未确认的收入。"}
			}
		}
		if d.Opened != nil || !d.Shared() {
			return nil, fault.Conflict(day + " 的收入还没有分配完毕。")
		}
		if d.Run != "" {
			runs = append(runs, DayRun{Day: day, Run: d.Run})
		}
	}
	if len(runs) == 0 {
		return nil, fault.Conflict("这个月没有已分配的收入。")
	}
	return runs, nil
}

// Shared is true if the run that holds shares what is confirmed, without the projects that are left out now. A day
// without income and without a run is shared.
func (d DayState) Shared() bool {
	if d.Run != "" && !d.Basis.same(d.basis()) {
		return false
	}
	income := map[string]Amount{}
	for _, e := range d.Income() {
		income[e.Source] += e.Amount
	}
	for _, s := range d.Sums {
		income[s.Source] -= s.Creators + s.Platform + s.Reserve
	}
	for _, left := range income {
		if left != 0 {
			return false
		}
	}
	return true
}

// BeginSettlement confirms a settlement that somebody has asked for.
type BeginSettlement struct {
	By    Caller
	Month time.Time
	Now   time.Time
	Days  map[string]DayState
}

func (c BeginSettlement) decide(m MonthState) ([]any, role.Role, error) {
	if err := c.By.Keeps(); err != nil {
		return nil, "", err
	}
	if m.Begun {
		return nil, "", nil
	}
	if m.AskedBy == "" {
		return nil, "", fault.Conflict("还没有人提出结算这个月。")
	}
	as, alone, err := c.By.seconds(m.AskedBy, m.AskedAt, c.Now)
	if err != nil {
		return nil, "", err
	}
	runs, err := runsOf(c.Month, c.Days)
	if err != nil {
		return nil, "", err
	}
	return []any{SettlementBegun{Month: c.Month.Format(monthForm), Runs: runs, ValueDate: ValueDate(c.Month), Alone: alone}}, as, nil
}

// FinishSettlement says that each wallet has its part.
type FinishSettlement struct {
	Month   string
	Wallets int
	Amount  Amount
}

func (c FinishSettlement) decide(m MonthState) ([]any, role.Role, error) {
	if !m.Begun || m.Finished {
		return nil, role.System, nil
	}
	return []any{SettlementFinished(c)}, role.System, nil
}

// Settlement adds up the shares of a month by account.
type Settlement map[string]map[lineKey]Amount

type lineKey struct{ project, source string }

// Add adds a part of a day.
func (s Settlement) Add(p Part) {
	for _, share := range p.Shares {
		if s[share.Account] == nil {
			s[share.Account] = map[lineKey]Amount{}
		}
		s[share.Account][lineKey{share.Project, p.Source}] += share.Amount
	}
}

// Accounts are those that get something, sorted.
func (s Settlement) Accounts() []string { return sortedKeys(s) }

// Total is what all get together.
func (s Settlement) Total() (sum Amount) {
	for _, lines := range s {
		for _, a := range lines {
			sum += a
		}
	}
	return sum
}

// Lines are what an account gets, by project and source.
func (s Settlement) Lines(account string) []Line {
	lines := make([]Line, 0, len(s[account]))
	for key, amount := range s[account] {
		lines = append(lines, Line{Project: key.project, Source: key.source, Amount: amount})
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Source, b.Source))
	})
	return lines
}
