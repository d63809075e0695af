package download_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	projected "github.com/modyard/modyard/projections/download"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func TestAComparisonCountsEachDownloadByBothRules(t *testing.T) {
	daily, known := download.RuleNamed("daily")
	if !known {
		t.Fatal("there is no rule daily")
	}
	c := projected.Compare(download.Default(), daily)
	for i, h := range []download.Hit{
		{At: noon, Project: "A", Client: download.Launcher, Family: "prism", Country: "CN"},
		{At: noon.Add(time.Second), Project: "A", Client: download.Launcher, Family: "prism", Country: "CN"}, // too soon for both
		{At: noon.Add(time.Hour), Project: "A", Client: download.Site},                                       // of this day for daily
		{At: noon.Add(time.Hour), Project: "B", Client: download.Site},
		{At: noon.Add(2 * time.Hour), Project: "B", Client: download.Bot},
		{At: noon.Add(13 * time.Hour), Project: "A", Client: download.Site}, // another day, another visitor
	} {
		h.Visitor, h.Version = download.Visitor{byte(h.At.Day())}, h.Project+"1"
		c.Add(h, i > 0) // the first is before what is compared
	}
	if c.Hits != 5 || c.Sum != (projected.Pair{3, 2}) {
		t.Errorf("%d hits, %v", c.Hits, c.Sum)
	}
	if got := projected.Changed(c.Projects); !slices.Equal(got, []string{"A"}) || c.Projects["A"] != (projected.Pair{2, 1}) || c.Projects["B"] != (projected.Pair{1, 1}) {
		t.Errorf("by project: %v, changed %v", c.Projects, got)
	}
	if c.Clients["1"] != (projected.Pair{3, 2}) || c.Countries[""] != (projected.Pair{3, 2}) {
		t.Errorf("by client %v, by country %v", c.Clients, c.Countries)
	}
}

// TestAComparisonForgetsOnlyWhatARuleForgetsToo compares with the plain rule over days, whose visitors end with them.
func TestAComparisonForgetsOnlyWhatARuleForgetsToo(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	c := projected.Compare(download.Default(), download.Default())
	windows, want, at := map[string]download.Window{}, int64(0), noon
	for range 5000 {
		at = at.Add(time.Duration(random.IntN(90_000)-300) * time.Millisecond)
		h := download.Hit{At: at, Project: fmt.Sprint(random.IntN(3)), Version: "V", Call: random.IntN(3) == 0}
		h.Visitor[0], h.Visitor[1] = byte(at.Day()), byte(random.IntN(5))
		key := string(h.Visitor[:]) + h.Project
		verdict := download.Verdict("")
		windows[key], verdict = download.Default().Judge(windows[key], h)
		if verdict == download.Counts {
			want++
		}
		c.Add(h, true)
	}
	if c.Sum != (projected.Pair{want, want}) || len(projected.Changed(c.Projects)) != 0 {
		t.Errorf("%v, want %d", c.Sum, want)
	}
}
