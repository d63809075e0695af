package download

import (
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/rows"
)

// sums are what a batch adds to the rows, so that each row changes once in a batch. Places and circumstances repeat and are long:
// within a batch they are numbers, so that a hit is added without reading a text twice.
type sums struct {
	places        numbers[place]
	of            []totalsOf // by place
	circumstances numbers[circumstances]
	projectNames  numbers[string]
	versionNames  numbers[string]
	projects      []total // by project
	versions      []total // by version

	cells  []cell
	at     map[cellKey]uint32
	newest int64 // hour; only of a batch with cells
	over   int   // cells of hours before the newest one, when it began

	site     map[siteNumber]measures
	days     map[dayNumber]counted
	verdicts map[int64]map[verdictOf]int64 // by hour
	begins   map[int64]uint64              // positions of the first hits of days

	hour    int64 // of the hit before
	judging map[verdictOf]int64
}

type (
	// place is what is downloaded or viewed; a view has no version.
	place struct{ project, version string }
	// totalsOf are the numbers of the project and the version of a place.
	totalsOf struct{ project, version uint32 }
	// total is a number of downloads, the position of the last of them, and the project of a version.
	total struct {
		project   string
		downloads int64
		changed   uint64
	}
	// cell is what a row of the hours gets.
	cell struct {
		cellKey
		counted
	}
	cellKey struct {
		hour                 int64
		place, circumstances uint32
	}
	siteNumber struct {
		hour          int64
		circumstances uint32
	}
	dayNumber struct {
		day     int64
		project uint32
	}
	verdictOf struct {
		kind    download.Kind
		verdict download.Verdict
	}
)

// numbers numbers values in the order in which they come first, from 0.
type numbers[V comparable] struct {
	of   map[V]uint32
	list []V
}

// number is the number of a value, and whether it comes for the first time.
func (n *numbers[V]) number(value V) (at uint32, first bool) {
	at, known := n.of[value]
	if known {
		return at, false
	}
	if n.of == nil {
		n.of = map[V]uint32{}
	}
	at = uint32(len(n.list)) //nolint:gosec // a batch has fewer hits
	n.of[value], n.list = at, append(n.list, value)
	return at, true
}

func newSums() *sums {
	return &sums{
		at: map[cellKey]uint32{}, site: map[siteNumber]measures{}, days: map[dayNumber]counted{}, verdicts: map[int64]map[verdictOf]int64{}, begins: map[int64]uint64{},
	}
}

// len is about the number of rows that the sums change.
func (s *sums) len() int { return len(s.cells) + len(s.projects) + len(s.versions) }

const (
	hourSeconds = 60 * 60
	hoursOfDay  = 24
	week        = 7 * 24 * time.Hour
)

// hourOf is the number of the hour of a time, since 1970.
func hourOf(at time.Time) int64 { return floor(at.Unix(), hourSeconds) }

// floor divides and rounds down, also below zero.
func floor(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

func timeOfHour(hour int64) time.Time { return time.Unix(hour*hourSeconds, 0).UTC() }
func timeOfDay(day int64) time.Time   { return timeOfHour(day * hoursOfDay) }

// judged adds a hit.
func (s *sums) judged(kind download.Kind, h *download.Hit, verdict download.Verdict, position uint64) {
	hour := hourOf(h.At)
	if s.judging == nil || hour != s.hour {
		s.enter(hour, position)
	}
	s.judging[verdictOf{kind, verdict}]++
	if verdict != download.Counts {
		return
	}
	at := s.place(h.Project, h.Version)
	what, _ := s.circumstances.number(circumstances{Client: int(h.Client), Family: h.Family, Loader: h.Loader, Game: h.Game, Country: h.Country})
	s.count(cellKey{hour, at, what}, counted{measured(kind, h), paying(kind, h)})
	if kind != download.Download {
		return
	}
	of := s.of[at]
	p, v := &s.projects[of.project], &s.versions[of.version]
	p.downloads, p.changed = p.downloads+1, position
	v.downloads, v.changed, v.project = v.downloads+1, position, h.Project
}

// enter turns to the hour of a hit.
func (s *sums) enter(hour int64, position uint64) {
	s.hour, s.judging = hour, s.verdicts[hour]
	if s.judging == nil {
		s.judging = map[verdictOf]int64{}
		s.verdicts[hour] = s.judging
	}
	day := floor(hour, hoursOfDay)
	if _, begun := s.begins[day]; !begun {
		s.begins[day] = position
	}
}

// place is the number of a place.
func (s *sums) place(project, version string) uint32 {
	at, first := s.places.number(place{project, version})
	if first {
		p, firstOfProject := s.projectNames.number(project)
		if firstOfProject {
			s.projects = append(s.projects, total{})
		}
		v, firstOfVersion := s.versionNames.number(version)
		if firstOfVersion {
			s.versions = append(s.versions, total{})
		}
		s.of = append(s.of, totalsOf{p, v})
	}
	return at
}

// count adds to a cell.
func (s *sums) count(key cellKey, more counted) {
	at, known := s.at[key]
	if known {
		s.cells[at].add(more)
		return
	}
	if len(s.cells) == 0 || key.hour > s.newest {
		s.newest, s.over = key.hour, len(s.cells)
	}
	s.at[key] = uint32(len(s.cells)) //nolint:gosec // cells are bounded
	s.cells = append(s.cells, cell{key, more})
}

// take removes the cells of hours after one and before another, and adds them to the sums of the site and of days.
func (s *sums) take(after, before int64) (taken []cell) {
	kept := make([]cell, 0, len(s.cells)-s.over)
	clear(s.at)
	for _, c := range s.cells {
		if c.hour > after && c.hour < before {
			taken = append(taken, c)
			s.widen(c)
			continue
		}
		s.at[c.cellKey] = uint32(len(kept)) //nolint:gosec // cells are bounded
		kept = append(kept, c)
	}
	s.cells, s.over = kept, 0
	return taken
}

// widen adds a cell to the sums of the site and of days.
func (s *sums) widen(c cell) {
	all, daily := siteNumber{c.hour, c.circumstances}, dayNumber{floor(c.hour, hoursOfDay), s.of[c.place].project}
	of, on := s.site[all], s.days[daily]
	of.add(c.measures)
	on.add(c.counted)
	s.site[all], s.days[daily] = of, on
}

// names are the places and circumstances of cells. It is safe to read while further ones come.
func (s *sums) names() names { return names{s.places.list, s.of, s.circumstances.list} }

// names give the numbers of cells their texts.
type names struct {
	places        []place
	of            []totalsOf
	circumstances []circumstances
}

func (n names) row(c cell) hourTotal {
	at := n.places[c.place]
	return hourTotal{
		hourKey:  hourKey{Project: at.project, Hour: timeOfHour(c.hour), Version: at.version, circumstances: n.circumstances[c.circumstances]},
		measures: c.measures,
	}
}

// flush adds the sums to the rows.
func (s *sums) flush(set *rows.Set) {
	all := s.names()
	for _, c := range s.cells {
		hourTotals.Add(set, all.row(c))
		s.widen(c)
	}
	for i, t := range s.projects {
		if t.downloads > 0 {
			projectTotals.Add(set, projectTotal{ID: s.projectNames.list[i], Downloads: t.downloads, Changed: t.changed})
		}
	}
	for i, t := range s.versions {
		if t.downloads > 0 {
			versionTotals.Add(set, versionTotal{ID: s.versionNames.list[i], Project: t.project, Downloads: t.downloads, Changed: t.changed})
		}
	}
	for key, m := range s.site {
		for part, of := range s.circumstances.list[key.circumstances].keys() {
			siteTotals.Add(set, siteTotal{siteKey: siteKey{sitePart(part), timeOfHour(key.hour), of}, measures: m})
		}
	}
	type weekNumber struct {
		monday  time.Time
		project uint32
	}
	weeks := map[weekNumber]measures{}
	for key, c := range s.days {
		day := timeOfDay(key.day)
		dayTotals.Add(set, dayTotal{dayKey: dayKey{day, s.projectNames.list[key.project]}, counted: c})
		week := weekNumber{day.Truncate(week), key.project} // times are cut from a Monday on
		of := weeks[week]
		of.add(c.measures)
		weeks[week] = of
	}
	for key, m := range weeks {
		weekTotals.Add(set, weekTotal{weekKey: weekKey{key.monday, s.projectNames.list[key.project]}, measures: m})
	}
	for hour, of := range s.verdicts {
		for key, n := range of {
			verdictTotals.Add(set, verdictTotal{verdictKey: verdictKey{Hour: timeOfHour(hour), Kind: int(key.kind), Verdict: key.verdict}, Hits: n})
		}
	}
	for day, position := range s.begins {
		dayBegins.Upsert(set, dayBegin{Day: timeOfDay(day), Position: position}, func(*dayBegin) {})
	}
}
