package sink

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/replay"
)

// expected are the answers to the statements of docs/analytics.md, each row with its values separated by spaces.
func expected(hits []replay.Hit) [][]string {
	return [][]string{
		nil, // the view
		byDay(hits), largest(hits), byHour(hits), visitors(hits), launchers(hits), told(hits), bots(hits), games(hits), greedy(hits), simple(hits),
	}
}

func dayOf(h replay.Hit) string  { return h.At.UTC().Format(time.DateOnly) }
func person(h replay.Hit) string { return hex.EncodeToString(h.Visitor[:]) }

// tally counts hits by a key; hits without one are left out.
func tally(hits []replay.Hit, key func(replay.Hit) string) map[string]int {
	counts := map[string]int{}
	for _, h := range hits {
		if k := key(h); k != "" {
			counts[k]++
		}
	}
	return counts
}

// sorted are "key count" lines by key.
func sorted(counts map[string]int) (rows []string) {
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		rows = append(rows, fmt.Sprintf("%s %d", k, counts[k]))
	}
	return rows
}

// ranked are the keys by falling count, then by key.
func ranked(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
}

func byDay(hits []replay.Hit) (rows []string) {
	counts, before := tally(hits, dayOf), 0
	for i, day := range slices.Sorted(maps.Keys(counts)) {
		change := ""
		if i > 0 {
			change = fmt.Sprint(counts[day] - before)
		}
		before = counts[day]
		rows = append(rows, fmt.Sprintf("%s %d %s", day, counts[day], change))
	}
	return rows
}

func largest(hits []replay.Hit) (rows []string) {
	counts := tally(hits, func(h replay.Hit) string { return h.Project })
	for _, project := range ranked(counts) {
		rows = append(rows, fmt.Sprintf("%s %d %.1f", project, counts[project], 100*float64(counts[project])/float64(len(hits))))
	}
	return rows
}

func byHour(hits []replay.Hit) []string {
	return sorted(tally(hits, func(h replay.Hit) string { return h.At.UTC().Add(8 * time.Hour).Format("15") }))
}

func visitors(hits []replay.Hit) []string {
	seen := map[string]bool{}
	counts := map[string]int{}
	for _, h := range hits {
		if key := h.Project + dayOf(h) + person(h); h.Client != download.Bot && !seen[key] {
			seen[key] = true
			counts[h.Project+" "+dayOf(h)]++
		}
	}
	return sorted(counts)
}

func launchers(hits []replay.Hit) (rows []string) {
	counts := tally(hits, func(h replay.Hit) string {
		if h.Client != download.Launcher {
			return ""
		}
		return h.Family
	})
	for _, family := range ranked(counts) {
		rows = append(rows, fmt.Sprintf("%s %d", family, counts[family]))
	}
	return rows
}

func told(hits []replay.Hit) (rows []string) {
	calls, files := map[string]map[uint32]bool{}, map[string]map[uint32]bool{}
	for _, h := range hits {
		into := files
		if h.Call {
			into = calls
		}
		if into[h.Version] == nil {
			into[h.Version] = map[uint32]bool{}
		}
		if h.Hit.Key != 0 {
			into[h.Version][h.Hit.Key] = true
		}
	}
	for _, version := range slices.Sorted(maps.Keys(calls)) {
		both := 0
		for key := range calls[version] {
			if files[version][key] {
				both++
			}
		}
		rows = append(rows, fmt.Sprintf("%s %d %d", version, len(calls[version]), both))
	}
	return rows
}

func bots(hits []replay.Hit) (rows []string) {
	all := tally(hits, func(h replay.Hit) string { return h.Project })
	some := tally(hits, func(h replay.Hit) string {
		if h.Client != download.Bot {
			return ""
		}
		return h.Project
	})
	for _, project := range slices.Sorted(maps.Keys(all)) {
		rows = append(rows, fmt.Sprintf("%s %d %.1f", project, some[project], 100*float64(some[project])/float64(all[project])))
	}
	return rows
}

func games(hits []replay.Hit) []string {
	return sorted(tally(hits, func(h replay.Hit) string {
		if h.Game == "" || h.Loader == "" {
			return ""
		}
		return h.Game + " " + h.Loader
	}))
}

// greedy are visitors with more than six hits on a project within some six hours, and their highest number.
func greedy(hits []replay.Hit) (rows []string) {
	times, most := map[string][]time.Time{}, map[string]int{}
	for _, h := range hits {
		if h.Client == download.Bot {
			continue
		}
		key := person(h) + " " + h.Project
		times[key] = append(times[key], h.At)
	}
	for key, list := range times {
		slices.SortFunc(list, time.Time.Compare)
		for end := range list {
			n := 0
			for _, at := range list[:end+1] {
				if !at.Before(list[end].Add(-6 * time.Hour)) {
					n++
				}
			}
			if n > 6 {
				most[key] = max(most[key], n)
			}
		}
	}
	for _, key := range ranked(most)[:min(len(most), 10)] {
		rows = append(rows, fmt.Sprintf("%s %d", key, most[key]))
	}
	return rows
}

// simple counts hits that are no bot's and do not follow within 15 seconds on one of the same visitor and project.
func simple(hits []replay.Hit) []string {
	last, counts := map[string]time.Time{}, map[string]int{}
	for _, h := range hits {
		if h.Client == download.Bot {
			continue
		}
		key := person(h) + h.Project
		if before, known := last[key]; !known || h.At.Sub(before) >= 15*time.Second {
			counts[h.Project]++
		}
		last[key] = h.At
	}
	return sorted(counts)
}
