package revenue

import (
	"strings"
	"testing"
)

func TestOnlyADayThatWaitsToBeSharedAnewHasSharedMoreThanItsIncome(t *testing.T) {
	const other = "2026-05-21"
	enter := func(day, id string, amount Amount) []any {
		return []any{IncomeEntered{Day: day, Entry: id, Source: ads, Amount: amount}, IncomeConfirmed{Day: day, Entry: id, Source: ads, Amount: amount}}
	}
	noted := func(run string, amount Amount) SharesNoted {
		return SharesNoted{Day: day, Run: run, Source: ads, Shares: []Share{{"p", alice, amount}}}
	}
	sums := func(creators Amount) []Sum { return []Sum{{Source: ads, Creators: creators}} }
	share := []any{SharingBegun{Day: day, Run: "1"}, noted("1", 9*Unit), SharingFinished{Day: day, Run: "1", Parts: 1, Sums: sums(9 * Unit)}}
	reversed := IncomeReversed{Day: day, Entry: "b", Source: ads, Amount: 5 * Unit, Confirmed: true}
	shared := join(enter(day, "a", 4*Unit), enter(day, "b", 5*Unit), share)
	anew := []any{SharingBegun{Day: day, Run: "2", Replaces: "1"}}
	undone := []any{
		SharesUndone{Day: day, Run: "1", Source: ads, Shares: []Share{{"p", alice, 9 * Unit}}}, SharingUndone{Day: day, Run: "1", Sums: sums(9 * Unit)},
	}
	again := []any{noted("2", 4*Unit), SharingFinished{Day: day, Run: "2", Parts: 1, Sums: sums(4 * Unit)}}
	for name, c := range map[string]struct {
		events []any
		want   string
	}{
		"a shared day":                                   {shared, ""},
		"a day whose entry was reversed":                 {append(shared[:len(shared):len(shared)], reversed), ""},
		"that is being shared anew":                      {join(shared, []any{reversed}, anew), ""},
		"whose shares are taken back":                    {join(shared, []any{reversed}, anew, undone), ""},
		"that is shared anew":                            {join(shared, []any{reversed}, anew, undone, again), ""},
		"while another day has income that waits":        {join(shared, []any{reversed}, enter(other, "c", 100*Unit)), ""},
		"an entry of another day is reversed twice":      {join(shared, enter(other, "c", Unit), []any{reversedOn(other), reversedOn(other)}), "revenueday-" + other + ": income:ads is overdrawn by 1000000"},
		"and other days have income that hides it":       {join(enter(day, "a", 100*Unit), enter(other, "c", Unit), []any{reversedOn(other), reversedOn(other)}), "revenueday-" + other + ": income:ads is overdrawn by 1000000"},
		"a run shares more than the income":              {join(enter(day, "a", 4*Unit), share), "revenueday-" + day + ": 9000000 millionths from ads are shared instead of 4000000"},
		"a reversal after the settlement has begun":      {join(shared, []any{SettlementBegun{Month: month, Runs: []DayRun{{day, "1"}}}, reversed}), "revenueday-" + day + ": income:ads is overdrawn by 5000000"},
		"a second run that does not take the first back": {join(shared, []any{reversed}, anew, again), "revenueday-" + day + ": income:ads is overdrawn by 9000000"},
	} {
		t.Run(name, func(t *testing.T) {
			b := NewBooks()
			for _, e := range c.events {
				b.Add("revenueday-"+day, e, noon)
			}
			var found []string
			for _, p := range b.Check() {
				if strings.Contains(p, "income:") || strings.Contains(p, "are shared instead") {
					found = append(found, p)
				}
			}
			if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.HasPrefix(found[0], c.want)) {
				t.Errorf("%v", found)
			}
		})
	}
}

func reversedOn(day string) IncomeReversed {
	return IncomeReversed{Day: day, Entry: "c", Source: ads, Amount: Unit, Confirmed: true}
}
