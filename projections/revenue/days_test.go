package revenue_test

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/domain/revenue"
)

// outcome is the sharing of a day among n accounts, each with the same amount for its project.
func outcome(n int, amount revenue.Amount) revenue.Outcome {
	var parts []revenue.Part
	var part revenue.Part
	for i := range n {
		part.Source = "ads"
		part.Shares = append(part.Shares, revenue.Share{Project: fmt.Sprintf("Proj%05d", i/2), Account: fmt.Sprintf("User%05d", i), Amount: amount})
		if len(part.Shares) == revenue.MaxShares {
			parts, part = append(parts, part), revenue.Part{}
		}
	}
	if len(part.Shares) > 0 {
		parts = append(parts, part)
	}
	creators := revenue.Amount(n) * amount
	return revenue.Outcome{Parts: parts, Sums: []revenue.Sum{{Source: "ads", Creators: creators, Platform: creators / 3}}}
}

// share appends a run that may replace an earlier one.
func (w *world) share(on, run, replaces string, earlier, now revenue.Outcome) {
	stream := "revenueday-" + on
	w.at(day(2), stream, "", revenue.SharingBegun{Day: on, Run: run, Rule: "net-75", Version: 1, Hash: "hash", Inputs: "inputs-" + run, Replaces: replaces})
	if replaces != "" {
		for i, p := range earlier.Parts {
			w.at(day(2), stream, "", revenue.SharesUndone{Day: on, Run: replaces, Part: i, Source: p.Source, Shares: p.Shares})
		}
		w.at(day(2), stream, "", revenue.SharingUndone{Day: on, Run: replaces, Sums: earlier.Sums})
	}
	for i, p := range now.Parts {
		w.at(day(2), stream, "", revenue.SharesNoted{Day: on, Run: run, Part: i, Source: p.Source, Shares: p.Shares})
	}
	w.at(day(2), stream, "", revenue.SharingFinished{Day: on, Run: run, Parts: len(now.Parts), Sums: now.Sums})
}

func TestARunReplacesTheSharesOfTheOneBefore(t *testing.T) {
	w := newWorld(t)
	first, second := outcome(1200, 700), outcome(1100, 900)
	w.share("2026-01-01", "RunAAAA1", "", revenue.Outcome{}, first)
	w.share("2026-01-02", "RunBBBB2", "", revenue.Outcome{}, first)
	w.Settle()
	if n, people := w.number(`select count(*) from revenue.shares`), w.number(`select people from revenue.days where day = '2026-01-01'`); n != 2400 || people != 1200 {
		t.Errorf("%d shares for %d people", n, people)
	}
	w.share("2026-01-01", "RunCCCC3", "RunAAAA1", first, second)
	w.Settle()
	if n := w.number(`select count(*) from revenue.shares where day = '2026-01-01'`); n != 1100 {
		t.Errorf("%d shares after another run", n)
	}
	if n := w.number(`select people from revenue.days where day = '2026-01-01' and run = 'RunCCCC3' and creators = 1100 * 900 and finished is not null`); n != 1100 {
		t.Errorf("%d people after another run", n)
	}
	if n := w.number(`select count(*) from revenue.sums where day = '2026-01-01' and creators = 1100 * 900`); n != 1 {
		t.Errorf("%d sums after another run", n)
	}
	off := w.number(`
select count(*) from (select account, sum(amount) as amount from revenue.shares group by account) s
full join (select substr(account, 9) as account, -amount as amount from revenue.balances where account like 'accrued:%' and amount <> 0) b using (account)
where s.amount is distinct from b.amount`)
	if off > 0 {
		t.Errorf("what %d accounts have accrued is not the sum of their shares", off)
	}
	if sum := w.number(`select sum(amount)::bigint from revenue.balances`); sum != 0 {
		t.Errorf("the balances sum to %d", sum)
	}
	w.rebuilt()
}

func TestAnUnfinishedRunIsReadFromTheLogAgain(t *testing.T) {
	w := newWorld(t)
	first := outcome(600, 700)
	w.share("2026-01-01", "RunAAAA1", "", revenue.Outcome{}, first)
	w.at(day(3), "revenueday-2026-01-01", "", revenue.SharingBegun{Day: "2026-01-01", Run: "RunBBBB2", Rule: "net-75", Version: 2, Hash: "other", Replaces: "RunAAAA1"},
		revenue.SharesUndone{Day: "2026-01-01", Run: "RunAAAA1", Part: 0, Source: "ads", Shares: first.Parts[0].Shares})
	w.Settle()
	if n := w.number(`select count(*) from revenue.shares`); n != 100 {
		t.Errorf("%d shares are left", n)
	}
	if n := w.number(`select count(*) from revenue.days where finished is null and people = 0 and rule = 'net-75/2'`); n != 1 {
		t.Error("the day is not open")
	}
	w.rebuilt()
}
