package analytics_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	followers "github.com/modyard/modyard/projections/analytics"
	"github.com/modyard/modyard/readapi/analytics"
)

// series asks for the downloads of own by slices of some minutes.
func (w *world) series(from, to time.Time, minutes int) map[string]int64 {
	w.t.Helper()
	query := url.Values{
		"project_ids": {own}, "start_date": {from.Format(time.RFC3339)}, "end_date": {to.Format(time.RFC3339)}, "resolution_minutes": {strconv.Itoa(minutes)},
	}
	out := map[string]map[string]int64{}
	if err := json.Unmarshal(w.send(http.StatusOK, owner, http.MethodGet, "/v3/analytics/downloads?"+query.Encode(), "").Body.Bytes(), &out); err != nil {
		w.t.Fatal(err)
	}
	return out[own]
}

func TestDaysHaveTheSumsOfTheirHoursWhereverARangeBeginsAndEnds(t *testing.T) {
	w := newWorld(t)
	random := rand.New(rand.NewPCG(32, 2))
	first := time.Date(2026, 2, 2, 0, 0, 0, 0, time.UTC)
	var hits []download.Hit
	for n := range 2000 {
		hits = append(hits, hit([]string{own, other}[random.IntN(2)], n, first.Add(time.Duration(random.IntN(9*minutesOfDay))*time.Minute), "CN"))
	}
	w.happened(w.now, hits...)
	w.counted()
	east := time.FixedZone("east", 8*60*60)
	for _, within := range [][2]time.Time{
		{first, first.AddDate(0, 0, 9)},
		{first.Add(10*time.Hour + 30*time.Minute), first.Add(5*24*time.Hour + 7*time.Hour)},
		{first.Add(time.Second), first.AddDate(0, 0, 1)},
		{first.Add(3 * time.Hour), first.Add(4 * time.Hour)},
		{first.Add(20 * time.Hour), first.Add(28 * time.Hour)},
		{time.Date(2026, 2, 3, 0, 0, 0, 0, east), time.Date(2026, 2, 6, 0, 0, 0, 0, east)},
	} {
		hours := w.series(within[0], within[1], 60)
		for _, days := range []int{1, 2, 7} {
			want, length := map[string]int64{}, int64(days*24*60*60)
			for at, n := range hours {
				begin, err := strconv.ParseInt(at, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				want[fmt.Sprint(begin/length*length)] += n
			}
			if got := w.series(within[0], within[1], days*minutesOfDay); !maps.Equal(got, want) {
				t.Errorf("%v by %d days: %v, want %v", within, days, got, want)
			}
		}
	}
}

func TestTheWholeSiteHasTheSumsOfAllItsProjects(t *testing.T) {
	w := newWorld(t)
	w.Also(followers.New())
	w.Settle()
	random := rand.New(rand.NewPCG(32, 3))
	first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var hits []download.Hit
	for n := range 3000 {
		of, days := own, 60
		if random.IntN(2) == 0 {
			of, days = other, 30 // has some only in the time before
		}
		hits = append(hits, hit(of, n, first.Add(time.Duration(random.IntN(days*minutesOfDay))*time.Minute), []string{"CN", "FR"}[random.IntN(2)]))
	}
	w.happened(w.now, hits...)
	w.counted()
	ask := func(query string) (out analytics.Overview) {
		if err := json.Unmarshal(w.send(http.StatusOK, staff, http.MethodGet, "/_internal/analytics?"+query, "").Body.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	mine := "&project_ids=" + url.QueryEscape(`["`+own+`","`+other+`"]`)
	months := []string{
		"from=2026-01-01&to=2026-02-28", "from=2026-02-02&to=2026-02-08", "from=2026-02-03&to=2026-02-09", "from=2026-02-04&to=2026-02-04", "from=2026-01-30&to=2026-02-20",
		"from=2026-02-01&to=2026-02-20",
	}
	for by, ranges := range map[string][]string{
		"zone=UTC&by=project&": months, "zone=Asia/Shanghai&by=country&": months, "zone=Asia/Kolkata&by=client&": months,
		"zone=Asia/Kolkata&by=loader&slice=hour&": {"from=2026-01-28&to=2026-02-04"},
	} {
		for _, within := range ranges {
			want, got := ask(by+within+mine), ask(by+within+"&of=site")
			if !slices.Equal(got.Groups, want.Groups) || len(got.Groups) == 0 {
				t.Errorf("%s: %+v, want %+v", by+within, got.Groups, want.Groups)
			}
			if got.Sums != want.Sums || got.Counted != want.Counted || !slices.Equal(got.Slices, want.Slices) {
				t.Errorf("%s: %+v, %+v, want %+v, %+v", by+within, got.Sums, got.Slices, want.Sums, want.Slices)
			}
		}
	}
}

const minutesOfDay = 24 * 60
