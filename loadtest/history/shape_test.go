package main

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
)

// monday is the end of four whole weeks.
func small(hits int) shape {
	return shape{hits: hits, days: 28, seed: 7, until: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)}
}

func planned(t *testing.T, s shape, things int) *plan {
	t.Helper()
	p, err := newPlan(s, invented(s.seed, things))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *plan) all() (hits []download.Hit) {
	for hour := range p.perHour {
		hits = append(hits, p.hour(hour)...)
	}
	return hits
}

func TestAHistoryHasAsManyHitsAsAskedInTheOrderOfTime(t *testing.T) {
	for _, n := range []int{1, 5, 1000, 20_000} {
		p := planned(t, small(n), 50)
		hits := p.all()
		if len(hits) != n {
			t.Errorf("%d hits, want %d", len(hits), n)
		}
		if !slices.IsSortedFunc(hits, func(a, b download.Hit) int { return a.At.Compare(b.At) }) {
			t.Errorf("%d hits are not in the order of time", n)
		}
		if hits[0].At.Before(p.first) || !hits[len(hits)-1].At.Before(p.until) {
			t.Errorf("hits from %s to %s", hits[0].At, hits[len(hits)-1].At)
		}
	}
}

func TestTheSameSeedMakesTheSameHistoryInAnyOrderAndAnotherSeedAnother(t *testing.T) {
	one, two := planned(t, small(5000), 200), planned(t, small(5000), 200)
	hits := one.all()
	for hour := len(two.perHour) - 1; hour >= 0; hour-- {
		made := two.hour(hour)
		if tail := hits[len(hits)-len(made):]; !slices.Equal(tail, made) {
			t.Fatalf("hour %d differs when the hours are made backwards", hour)
		}
		hits = hits[:len(hits)-len(made)]
	}
	other := small(5000)
	other.seed = 8
	if three := planned(t, other, 200); slices.Equal(one.hour(100), three.hour(100)) || one.name == three.name {
		t.Error("another seed makes the same history")
	}
}

func TestAFewProjectsHaveMostOfTheDownloads(t *testing.T) {
	weights := popularity(46_892)
	sum, top := 0.0, 0.0
	for i, w := range weights {
		if sum += w; i < len(weights)/100 {
			top += w
		}
		if i > 0 && w > weights[i-1] {
			t.Fatalf("rank %d is more popular than the one before", i)
		}
	}
	if share := top / sum; share < 0.65 || share > 0.85 {
		t.Errorf("one percent of the projects has %.2f of the downloads", share)
	}
}

func TestWeekendsAndEveningsHaveMoreThanTheRest(t *testing.T) {
	p := planned(t, small(200_000), 500)
	var days [7]int
	var hours [24]int
	for i, n := range p.perHour {
		days[p.first.Add(time.Duration(i)*time.Hour).Weekday()] += n
		hours[i%24] += n
	}
	if weekend, week := days[0]+days[6], days[2]+days[3]; float64(weekend) < 1.15*float64(week) {
		t.Errorf("%d hits at weekends, %d on Tuesdays and Wednesdays", weekend, week)
	}
	if evening, night := hours[13], hours[20]; evening < 5*night {
		t.Errorf("%d hits in the evening, %d before dawn", evening, night)
	}
}

func TestAReleaseLiftsItsProjectAndFadesWithinWeeks(t *testing.T) {
	for day, want := range map[int]float64{-1: 1, 1: 1.9, 2: 2.1, 4: 1.65, 7: 1.4, 28: 1.1, 40: 1} {
		if got := lift(day); math.Abs(got-want) > 1e-9 {
			t.Errorf("day %d: %v, want %v", day, got, want)
		}
	}
	p := planned(t, small(1000), 300)
	for i := range p.things {
		for day := 1; day < p.shape.days; day++ {
			before, now := p.newest(i, day-1), p.newest(i, day)
			if now < before || now > before && !slices.Contains(p.releases[i], day) {
				t.Fatalf("project %d: version %d on day %d, %d before", i, now, day, before)
			}
		}
	}
}

func TestOneProjectIsViralOnOneDay(t *testing.T) {
	p := planned(t, small(60_000), 400)
	perDay := make([]int, p.shape.days)
	for _, h := range p.all() {
		if h.Project == p.things[p.viral].id {
			perDay[int(h.At.Sub(p.first)/(24*time.Hour))]++
		}
	}
	if most := slices.Max(perDay); perDay[p.viralDay] != most || most < 60 {
		t.Errorf("the viral project has %v a day, on day %d", perDay, p.viralDay)
	}
}

func TestHitsAreOfEveryKindAndCallsHaveTheirFiles(t *testing.T) {
	p := planned(t, small(40_000), 400)
	clients, calls := map[download.Client]int{}, map[uint32]download.Hit{}
	paired := 0
	for _, h := range p.all() {
		clients[h.Client]++
		if h.Key == 0 {
			continue
		}
		if call, ok := calls[h.Key]; !ok {
			calls[h.Key] = h
		} else if paired++; call.Version != h.Version || call.Visitor != h.Visitor {
			t.Fatalf("the file %+v has the key of %+v", h, call)
		}
	}
	if share := float64(clients[download.Bot]) / 40_000; share < 0.02 || share > 0.1 {
		t.Errorf("%.3f of the hits are by bots", share)
	}
	if clients[download.Site] == 0 || clients[download.Launcher] == 0 || clients[download.Program] == 0 {
		t.Errorf("clients: %v", clients)
	}
	if float64(paired) < 0.9*float64(len(calls)) {
		t.Errorf("%d of %d calls have their file", paired, len(calls))
	}
}

func TestAWeightedDrawHasTheSharesOfTheWeights(t *testing.T) {
	weights := []float64{0, 1, 2, 5, 0.5}
	a, r, counts := newAlias(weights), random(1, 't', 0), make([]int, len(weights))
	for range 85_000 {
		counts[a.draw(r)]++
	}
	for i, w := range weights {
		if want := w * 10_000; math.Abs(float64(counts[i])-want) > 0.05*want+1 {
			t.Errorf("weight %v is drawn %d times", w, counts[i])
		}
	}
}
