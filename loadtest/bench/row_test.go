package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestABudgetIncludesItsLimitOnlyIfItsSignDoes(t *testing.T) {
	for _, c := range []struct {
		budget Budget
		figure float64
		held   bool
	}{
		{below(5), 4.999, true}, {below(5), 5, false}, {below(5), 6, false},
		{atMost(125), 125, true}, {atMost(125), 125.1, false},
		{atLeast(0.35), 0.35, true}, {atLeast(0.35), 0.349, false}, {atLeast(0.35), 2, true},
		{Budget{}, 1e9, true},
	} {
		if got := c.budget.Holds(c.figure); got != c.held {
			t.Errorf("%g against %q: held is %v", c.figure, c.budget, got)
		}
	}
}

func TestTheTableShowsHeldMissedAndSkippedBudgets(t *testing.T) {
	var out strings.Builder
	PrintTable(&out, []Row{
		{What: "appends", Figure: 0.4567, Unit: "×", Budget: atLeast(0.35)},
		{What: "a command", Figure: ms(20500 * time.Microsecond), Unit: "ms", Budget: below(20)},
		{What: "reading", Figure: 123456.7, Unit: "events/s", Note: "once"},
		skippedRow("search", "no ../shared/data"),
	})
	want := []string{
		"what|figure|budget|held",
		"appends|0.457 ×|≥ 0.35 ×|held",
		"a command|20.5 ms|< 20 ms|NOT HELD",
		"reading|123457 events/s|once",
		"search|skipped: no ../shared/data",
	}
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var cells []string
		for _, cell := range strings.Split(line, "  ") {
			if cell = strings.TrimSpace(cell); cell != "" {
				cells = append(cells, cell)
			}
		}
		if got := strings.Join(cells, "|"); i >= len(want) || got != want[i] {
			t.Errorf("line %d is %q", i, got)
		}
	}
}

func TestInJSONASkippedRowHasNeitherFigureNorVerdict(t *testing.T) {
	for _, c := range []struct {
		row  Row
		want string
	}{
		{Row{Part: "get", What: "GET", Figure: 0.4, Unit: "×", Budget: atLeast(0.5)},
			`{"part":"get","what":"GET","figure":0.4,"unit":"×","budget":"≥ 0.5","held":false}`},
		{Row{Part: "appends", What: "reading", Figure: 0, Unit: "events/s"},
			`{"part":"appends","what":"reading","figure":0,"unit":"events/s","held":null}`},
		{Row{Part: "search", What: "search", Budget: below(50), Skipped: "skipped: why"},
			`{"part":"search","what":"search","figure":null,"budget":"\u003c 50","held":null,"skipped":"skipped: why"}`},
	} {
		got, err := json.Marshal(c.row)
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v\nwant %s", got, err, c.want)
		}
	}
}

func TestPercentilesAreMeasuredValues(t *testing.T) {
	hundred := make([]int, 100)
	for i := range hundred {
		hundred[i] = 100 - i // descending
	}
	for _, c := range []struct {
		values []int
		p      float64
		want   int
	}{
		{hundred, 0.50, 50}, {hundred, 0.95, 95}, {hundred, 0.99, 99}, {hundred, 1, 100}, {hundred, 0, 1},
		{[]int{7}, 0.99, 7}, {[]int{3, 1, 2}, 0.5, 2}, {[]int{2, 1}, 0.99, 2}, {nil, 0.5, 0},
	} {
		if got := percentile(c.values, c.p); got != c.want {
			t.Errorf("percentile %g of %d values is %d, want %d", c.p, len(c.values), got, c.want)
		}
	}
	if hundred[0] != 100 {
		t.Error("the order of the values was changed")
	}
}
