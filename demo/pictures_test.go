package demo

import (
	"slices"
	"testing"
)

func TestNeighboursInAListAndTheBestOfEachTypeShowDifferentThings(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	b := newBook(c)
	byType := map[string][]string{}
	for _, p := range c.Projects {
		byType[p.Type] = append(byType[p.Type], p.Slug)
	}
	var best []string
	for kind, slugs := range byType {
		best = append(best, composition(b.places[slugs[0]], 0))
		for i := 1; i < len(slugs); i++ {
			if one, other := composition(b.places[slugs[i-1]], 0), composition(b.places[slugs[i]], 0); one == other {
				t.Errorf("%s: %s and %s both show %s", kind, slugs[i-1], slugs[i], one)
			}
		}
	}
	slices.Sort(best)
	if len(slices.Compact(slices.Clone(best))) != len(best) {
		t.Errorf("the best of each type show %v", best)
	}
	for _, p := range c.Projects {
		var seen []string
		for i := range p.Moods {
			seen = append(seen, composition(b.places[p.Slug], i))
		}
		slices.Sort(seen)
		if len(slices.Compact(slices.Clone(seen))) != len(seen) {
			t.Errorf("two pictures of %s show the same: %v", p.Slug, seen)
		}
	}
}
