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
	hours              map[hourKey]measures
	verdicts           map[verdictKey]int64
}

func newSums() sums {
	return sums{projects: map[string]total{}, versions: map[string]total{}, hours: map[hourKey]measures{}, verdicts: map[verdictKey]int64{}}
}

// judged adds a hit.
func (s sums) judged(kind download.Kind, h download.Hit, verdict download.Verdict, position uint64) {
	hour := h.At.Truncate(time.Hour)
	s.verdicts[verdictKey{Hour: hour, Kind: int(kind), Verdict: verdict}]++
	if verdict != download.Counts {
		return
	}
	key := hourKey{Project: h.Project, Version: h.Version, siteKey: siteKey{Hour: hour, circumstances: circumstances{
		Client: int(h.Client), Family: h.Family, Loader: h.Loader, Game: h.Game, Country: h.Country,
	}}}
	sum := s.hours[key]
	sum.add(measured(kind, h))
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
		projectTotals.Upsert(set, projectTotal{ID: id}, func(row *projectTotal) { row.Downloads, row.Changed = row.Downloads+t.downloads, t.changed })
	}
	for id, t := range s.versions {
		versionTotals.Upsert(set, versionTotal{ID: id, Project: t.project}, func(row *versionTotal) {
			row.Downloads, row.Changed = row.Downloads+t.downloads, t.changed
		})
	}
	site, days := map[siteKey]measures{}, map[dayKey]measures{}
	for key, m := range s.hours {
		hourTotals.Upsert(set, hourTotal{hourKey: key}, func(row *hourTotal) { row.add(m) })
		of, on := site[key.siteKey], days[dayKey{dayOf(key.Hour), key.Project}]
		of.add(m)
		on.add(m)
		site[key.siteKey], days[dayKey{dayOf(key.Hour), key.Project}] = of, on
	}
	for key, m := range site {
		siteTotals.Upsert(set, siteTotal{siteKey: key}, func(row *siteTotal) { row.add(m) })
	}
	for key, m := range days {
		dayTotals.Upsert(set, dayTotal{dayKey: key}, func(row *dayTotal) { row.add(m) })
	}
	for key, n := range s.verdicts {
		verdictTotals.Upsert(set, verdictTotal{verdictKey: key}, func(row *verdictTotal) { row.Hits += n })
	}
}
