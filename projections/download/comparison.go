package download

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/domain/download"
)

// Comparison judges the same downloads by two rules, in memory. It is not safe for concurrent use.
type Comparison struct {
	memory [2]*memory

	Hits      int64 // judged
	Sum       Pair
	Projects  map[string]Pair
	Clients   map[string]Pair // by kind of client and family, as "2 prism"
	Countries map[string]Pair
}

// Pair is a number by one rule and by the other.
type Pair [2]int64

// Difference is the second minus the first.
func (p Pair) Difference() int64 { return p[1] - p[0] }

// Compare begins a comparison of two rules.
func Compare(one, other download.Rule) *Comparison {
	c := &Comparison{Projects: map[string]Pair{}, Clients: map[string]Pair{}, Countries: map[string]Pair{}}
	for i, rule := range []download.Rule{one, other} {
		c.memory[i] = newMemory(download.Rules{download.Download: rule})
	}
	return c
}

// Add judges a download. Those before the beginning of what is compared are judged too, because a rule remembers them, but
// do not count.
func (c *Comparison) Add(h download.Hit, counts bool) {
	if counts {
		c.Hits++
	}
	for i, memory := range c.memory {
		if memory.judge(download.Download, &h) != download.Counts || !counts {
			continue
		}
		c.Sum[i]++
		count(c.Projects, h.Project, i)
		count(c.Clients, strings.TrimSpace(strconv.Itoa(int(h.Client))+" "+h.Family), i)
		count(c.Countries, h.Country, i)
	}
}

func count(of map[string]Pair, key string, rule int) {
	p := of[key]
	p[rule]++
	of[key] = p
}

// Changed are the keys of what differs, the largest difference first.
func Changed(of map[string]Pair) []string {
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(of)), func(key string) bool { return of[key].Difference() == 0 })
	size := func(key string) int64 { return max(of[key].Difference(), -of[key].Difference()) }
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(a, b)) })
	return keys
}
