package transparency

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func said(e *Estimate) string {
	if e == nil {
		return "nothing"
	}
	share := "-"
	if e.Right != nil {
		share = fmt.Sprintf("%.2f", *e.Right)
	}
	return fmt.Sprintf("%s of %d: %d, %d; %s of %d", e.Scope, e.Rounds, e.MedianSeconds, e.Seconds, share, e.Measured)
}

// decidedEvery are rounds of a type, the newest decided a day before now and the others a day apart, that waited so long.
func decidedEvery(now time.Time, kind string, waits ...int) []round {
	var list []round
	for i, wait := range waits {
		at := now.AddDate(0, 0, i-len(waits))
		list = append(list, round{kind, at.Add(-time.Duration(wait) * time.Second), at, wait})
	}
	return list
}

func TestTheEstimateIsThatOfTheTypeOrOfAllTypesAndNoneBelowTenRounds(t *testing.T) {
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	ten := []int{10, 20, 30, 40, 50, 60, 70, 80, 90, 100}
	older := decidedEvery(now.AddDate(0, 0, -29).Add(-2*time.Hour), "mod", ten...)
	for name, c := range map[string]struct {
		given     []round
		mod, text string // the estimates for a mod and for another type
	}{
		"nothing":          {nil, "nothing", "nothing"},
		"nine rounds":      {decidedEvery(now, "mod", ten[:9]...), "nothing", "nothing"},
		"ten rounds":       {decidedEvery(now, "mod", ten...), "type of 10: 50, 90; - of 0", "all of 10: 50, 90; - of 0"},
		"ten of two types": {append(decidedEvery(now, "mod", ten[:5]...), decidedEvery(now, "shader", ten[5:]...)...), "all of 10: 50, 90; - of 0", "all of 10: 50, 90; - of 0"},
		"only older ones":  {older, "nothing", "nothing"},
		// The window of each submission has ten rounds: one leaves it a day, and one enters.
		"measured": {append(slices.Clone(older), decidedEvery(now, "mod", 5, 90, 95, 5, 5, 5, 5, 5, 5, 200)...), "type of 10: 5, 95; 0.80 of 10", "all of 10: 5, 95; 0.80 of 10"},
	} {
		slices.SortStableFunc(c.given, func(a, b round) int { return a.decided.Compare(b.decided) })
		e := replay(c.given, now)
		if got := said(e.of("mod")); got != c.mod {
			t.Errorf("%s: for a mod %q, want %q", name, got, c.mod)
		}
		if got := said(e.of("language")); got != c.text {
			t.Errorf("%s: for another type %q, want %q", name, got, c.text)
		}
	}
}

func TestTheReplayOfTwentyThousandRoundsEqualsACountOfEachWindow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	var list []round
	for range 20_000 {
		wait := random.IntN(200_000)
		at := now.Add(-time.Duration(random.IntN(90*24*3600)) * time.Second)
		list = append(list, round{[]string{"mod", "shader"}[random.IntN(2)], at.Add(-time.Duration(wait) * time.Second), at, wait})
	}
	slices.SortFunc(list, func(a, b round) int { return a.decided.Compare(b.decided) })
	var waits []int
	for _, r := range list {
		if r.kind == "mod" && !r.decided.Before(now.Add(-window)) {
			waits = append(waits, r.wait)
		}
	}
	slices.Sort(waits)
	got := replay(list, now).of("mod")
	if got.Rounds != len(waits) || got.MedianSeconds != waits[(len(waits)+1)/2-1] || got.Seconds != waits[(9*len(waits)+9)/10-1] {
		t.Errorf("%s, want %d waits", said(got), len(waits))
	}
	if got.Right == nil || *got.Right < 0.88 || *got.Right > 0.92 {
		t.Errorf("nine of ten rounds are within their estimate, not %s", said(got))
	}
}
