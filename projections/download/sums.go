package download

import (
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/rows"
)

// total is a number of downloads and the position of the last of them.
type total struct {
	project   string
	downloads int64
	changed   uint64
}

// sums are what a batch adds to the rows, so that each row changes once in a batch.
type sums struct {
	projects, versions map[string]total
	hours              map[hourKey]counted
	verdicts           map[verdictKey]int64
	begins             map[time.Time]uint64 // positions of the first hits of days
}

func newSums() sums {
	return sums{projects: map[string]total{}, versions: map[string]total{}, hours: map[hourKey]counted{}, verdicts: map[verdictKey]int64{}, begins: map[time.Time]uint64{}}
}

func (s sums) len() int { return len(s.hours) + len(s.projects) + len(s.versions) }

// judged adds a hit.
func (s sums) judged(kind download.Kind, h download.Hit, verdict download.Verdict, position uint64) {
	hour := h.At.Truncate(time.Hour)
	if _, begun := s.begins[dayOf(hour)]; !begun {
		s.begins[dayOf(hour)] = position
	}
	s.verdicts[verdictKey{Hour: hour, Kind: int(kind), Verdict: verdict}]++
	if verdict != download.Counts {
		return
	}
	key := hourKey{Project: h.Project, Hour: hour, Version: h.Version, circumstances: circumstances{
		Client: int(h.Client), Family: h.Family, Loader: h.Loader, Game: h.Game, Country: h.Country,
	}}
	sum := s.hours[key]
	sum.add(counted{measured(kind, h), paying(kind, h)})
	s.hours[key] = sum
	if kind != download.Download {
		return
	}
	p, v := s.projects[h.Project], s.versions[h.Version]
	s.projects[h.Project] = total{downloads: p.downloads + 1, changed: position}
	s.versions[h.Version] = total{project: h.Project, downloads: v.downloads + 1, changed: position}
}

// flush adds the sums to the rows.
func (s sums) flush(set *rows.Set) {
	for id, t := range s.projects {
		projectTotals.Add(set, projectTotal{ID: id, Downloads: t.downloads, Changed: t.changed})
	}
	for id, t := range s.versions {
		versionTotals.Add(set, versionTotal{ID: id, Project: t.project, Downloads: t.downloads, Changed: t.changed})
	}
	site, days := map[siteKey]measures{}, map[dayKey]counted{}
	for key, c := range s.hours {
		hourTotals.Add(set, hourTotal{hourKey: key, measures: c.measures})
		all, daily := siteKey{key.Hour, key.circumstances}, dayKey{dayOf(key.Hour), key.Project}
		of, on := site[all], days[daily]
		of.add(c.measures)
		on.add(c)
		site[all], days[daily] = of, on
	}
	for key, m := range site {
		siteTotals.Add(set, siteTotal{siteKey: key, measures: m})
	}
	for key, c := range days {
		dayTotals.Add(set, dayTotal{dayKey: key, counted: c})
	}
	for key, n := range s.verdicts {
		verdictTotals.Add(set, verdictTotal{verdictKey: key, Hits: n})
	}
	for day, position := range s.begins {
		dayBegins.Upsert(set, dayBegin{Day: day, Position: position}, func(*dayBegin) {})
	}
}
