package revenue

import (
	"fmt"
	"strings"
	"time"
)

// Books folds all events of the log and finds what does not agree. It computes everything from the events alone, so that it
// proves the rows of a read model right or wrong. The zero Books is empty; events come in the order of the log.
type Books struct {
	Balances    map[string]Amount // by ledger account, without those that are zero
	Wallets     map[string]Wallet
	Payouts     map[string]Payout
	corrections map[string]CorrectionState
	days        map[string]*dayBook
	months      map[string]*monthBook
	income      Amount // confirmed
	paid        Amount // with what providers kept, without what came back
	problems    []string
	names       names // of the shares
}

// dayBook is what the shares of a day add up to.
type dayBook struct {
	state  DayState
	runs   map[string]*runBook
	income map[string]Amount // the postings to the income, by ledger account
}

// monthBook is what accounts were credited for a month.
type monthBook struct {
	state  MonthState
	earned map[string]map[lineKey]Amount
}

// maxProblems is how many problems are told.
const maxProblems = 1000

// NewBooks opens empty books.
func NewBooks() *Books {
	return &Books{
		Balances: map[string]Amount{}, Wallets: map[string]Wallet{}, Payouts: map[string]Payout{}, corrections: map[string]CorrectionState{},
		days: map[string]*dayBook{}, months: map[string]*monthBook{},
	}
}

func (b *Books) problem(format string, args ...any) {
	if len(b.problems) < maxProblems {
		b.problems = append(b.problems, fmt.Sprintf(format, args...))
	}
}

// Add adds an event of a stream that was decided at a moment.
func (b *Books) Add(stream string, event any, at time.Time) {
	b.post(stream, event)
	switch e := event.(type) {
	case IncomeConfirmed:
		b.income += e.Amount
	case IncomeReversed:
		if e.Confirmed {
			b.income -= e.Amount
		}
	}
	b.addDay(event, at)
	b.addMonth(event, at)
	b.addPayout(stream, event, at)
	b.addWallet(event, at)
}

// post adds the postings of an event.
func (b *Books) post(stream string, event any) {
	var sum Amount
	for _, p := range Postings(event) {
		sum += p.Amount
		if b.Balances[p.Account] += p.Amount; b.Balances[p.Account] == 0 {
			delete(b.Balances, p.Account)
		}
		if strings.HasPrefix(p.Account, KindIncome+separator) {
			b.day(dayOfEvent(event)).income[p.Account] += p.Amount
		}
	}
	if sum != 0 {
		b.problem("%s: the postings of a %T add up to %d millionths", stream, event, sum)
	}
}

func (b *Books) addDay(event any, at time.Time) {
	name := dayOfEvent(event)
	if name == "" {
		return
	}
	d := b.day(name)
	b.checkEntry(d, event)
	switch e := event.(type) {
	case SharingBegun:
		d.run(e.Run).income = d.confirmed()
	case SharesNoted:
		b.note(d.run(e.Run), e.Source, e.Shares)
	case SharesUndone:
		for _, s := range e.Shares {
			d.run(e.Run).undone += s.Amount
		}
	case SharingUndone:
		if r := d.run(e.Run); r.undone != r.total {
			b.problem("revenueday-%s: of run %s, %d millionths were noted and %d taken back", name, e.Run, r.total, r.undone)
		}
	case SharingFinished:
		b.finishedDay(name, d, e)
	}
	d.state = d.state.Evolve(event, at)
}

func (b *Books) day(name string) *dayBook {
	if b.days[name] == nil {
		b.days[name] = &dayBook{runs: map[string]*runBook{}, income: map[string]Amount{}}
	}
	return b.days[name]
}

func dayOfEvent(event any) string {
	switch e := event.(type) {
	case IncomeEntered:
		return e.Day
	case IncomeConfirmed:
		return e.Day
	case IncomeReversed:
		return e.Day
	case SharingBegun:
		return e.Day
	case SharesNoted:
		return e.Day
	case SharesUndone:
		return e.Day
	case SharingUndone:
		return e.Day
	case SharingFinished:
		return e.Day
	}
	return ""
}

func (b *Books) month(name string) *monthBook {
	if b.months[name] == nil {
		b.months[name] = &monthBook{earned: map[string]map[lineKey]Amount{}}
	}
	return b.months[name]
}

func (b *Books) addMonth(event any, at time.Time) {
	switch e := event.(type) {
	case SettlementBegun:
		m := b.month(e.Month)
		m.state = m.state.Evolve(e, at)
	case Earned:
		m := b.month(e.Month)
		if !m.state.Begun {
			b.problem("wallet-%s: income of %s, whose settlement has not begun", e.Account, e.Month)
		}
		if m.earned[e.Account] == nil {
			m.earned[e.Account] = map[lineKey]Amount{}
		}
		for _, l := range e.Lines {
			m.earned[e.Account][lineKey{l.Project, l.Source}] += l.Amount
		}
	case SettlementFinished:
		m := b.month(e.Month)
		m.state = m.state.Evolve(e, at)
		b.finishedMonth(e, m)
	}
}

// finishedMonth compares what accounts were credited for a month with their shares of its days.
func (b *Books) finishedMonth(e SettlementFinished, m *monthBook) {
	due := Settlement{}
	for _, day := range m.state.Runs {
		if d := b.days[day.Day]; d != nil && d.runs[day.Run] != nil {
			b.due(due, d.runs[day.Run])
		}
	}
	for account, lines := range due {
		for key, amount := range lines {
			if got := m.earned[account][key]; got != amount {
				b.problem("wallet-%s: %d millionths of %s from %s for %s instead of %d", account, got, e.Month, key.source, key.project, amount)
			}
		}
	}
	for account, lines := range m.earned {
		for key, amount := range lines {
			if _, there := due[account][key]; !there {
				b.problem("wallet-%s: %d millionths of %s from %s for %s, of which it has no share", account, amount, e.Month, key.source, key.project)
			}
		}
	}
	if total := due.Total(); total != e.Amount || len(due) != e.Wallets {
		b.problem("revenuemonth-%s: settled %d millionths for %d accounts instead of %d for %d", e.Month, e.Amount, e.Wallets, total, len(due))
	}
}

// Shared is what the run of a day that holds has shared, by day.
func (b *Books) Shared() map[string]Amount {
	sums := map[string]Amount{}
	for day, d := range b.days {
		if d.state.Run != "" && d.state.Opened == nil {
			sums[day] = d.run(d.state.Run).total
		}
	}
	return sums
}
