package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// plan is everything about a history but the single hits.
type plan struct {
	shape
	first    time.Time // midnight UTC of the first day
	things   []thing
	weights  []float64 // of things
	perHour  []int     // hits of each hour from first on
	releases [][]int   // days of new versions by thing, counted from the first; those before it are negative
	viral    int       // thing
	viralDay int
	name     string // of the history; the ids of its events follow from it

	mu   sync.Mutex
	days map[int]alias // the things of the days that were asked for last
}

func newPlan(s shape, things []thing) (*plan, error) {
	things = slices.DeleteFunc(slices.Clone(things), func(t thing) bool { return len(t.versions) == 0 })
	if len(things) == 0 {
		return nil, errors.New("no project has a version to download")
	}
	p := &plan{shape: s, first: s.until.AddDate(0, 0, -s.days), things: things, weights: popularity(len(things)), days: map[int]alias{}}
	r := random(s.seed, 'v', 0)
	// Neither one that everybody knows nor one that nobody knows.
	p.viral = len(things)/100 + r.IntN(max(1, len(things)/20))
	p.viral = min(p.viral, len(things)-1)
	p.viralDay = r.IntN(s.days)
	var hours []float64
	for day := range s.days {
		total := weekday(p.first.AddDate(0, 0, day).Weekday()) * math.Exp(random(s.seed, 'd', day).NormFloat64()*dayNoise)
		total *= 1 + p.virus(day)
		for hour := range 24 {
			hours = append(hours, total*hourly(hour))
		}
	}
	p.perHour = share(s.hits, hours)
	p.releases = make([][]int, len(things))
	sum := sha256.New()
	for i, t := range things {
		p.releases[i] = releasesOf(s, i, len(things))
		fmt.Fprintf(sum, "%s %d\n", t.id, len(t.versions))
	}
	p.name = fmt.Sprintf("history %d %d %d %s %x", s.hits, s.days, s.seed, s.until.Format(time.DateOnly), sum.Sum(nil))
	return p, nil
}

// virus is how many more hits than usual a day has because of the project that went viral.
func (p *plan) virus(day int) float64 {
	if day < p.viralDay {
		return 0
	}
	return viralShare / (1 - viralShare) * math.Pow(0.35, float64(day-p.viralDay))
}

// releasesOf are the days on which a project had a new version: popular ones every six weeks, others twice a year.
func releasesOf(s shape, number, things int) []int {
	r := random(s.seed, 'r', number)
	chance := 1.0 / 180
	if number < things/10 {
		chance = 1.0 / 42
	}
	var days []int
	for day := -liftDays; day < s.days; day++ {
		if r.Float64() < chance {
			days = append(days, day)
		}
	}
	return days
}

// of draws the things of a day: their popularity, lifted by releases, with the noise of the day.
func (p *plan) of(day int) alias {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a, ok := p.days[day]; ok {
		return a
	}
	for old := range p.days {
		if old < day-1 {
			delete(p.days, old)
		}
	}
	r := random(p.seed, 'n', day)
	weights, sum := make([]float64, len(p.weights)), 0.0
	for i, w := range p.weights {
		up := 1.0
		for _, release := range p.releases[i] {
			up = max(up, lift(day-release))
		}
		weights[i] = w * up * math.Exp(r.NormFloat64()*projectNoise)
		sum += weights[i]
	}
	weights[p.viral] += sum * p.virus(day)
	a := newAlias(weights)
	p.days[day] = a
	return a
}

// newest is the number of the newest version of a thing on a day.
func (p *plan) newest(number, day int) int {
	later := 0
	for _, release := range p.releases[number] {
		if release > day {
			later++
		}
	}
	return max(0, len(p.things[number].versions)-1-later)
}
