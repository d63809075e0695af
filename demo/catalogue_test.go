package demo

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/demo/art"
)

func TestTheCatalogueIsConsistent(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	people, teams, slugs, titles := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range c.People {
		if people[strings.ToLower(p.Username)] {
			t.Errorf("two people are called %s", p.Username)
		}
		people[strings.ToLower(p.Username)] = true
	}
	for _, team := range c.Teams {
		teams[team.Slug] = true
		for _, name := range append([]string{team.Owner}, team.Members...) {
			if !people[strings.ToLower(name)] {
				t.Errorf("team %s: there is no person %s", team.Slug, name)
			}
		}
	}
	types := map[string]int{}
	for _, p := range c.Projects {
		types[p.Type]++
		if slugs[p.Slug] || titles[p.Title] {
			t.Errorf("%s: slug or title %q is a duplicate", p.Slug, p.Title)
		}
		slugs[p.Slug], titles[p.Title] = true, true
		if (p.Owner == "") == (p.Team == "") {
			t.Errorf("%s: exactly one of owner and team", p.Slug)
		}
		if p.Owner != "" && !people[strings.ToLower(p.Owner)] || p.Team != "" && !teams[p.Team] {
			t.Errorf("%s: unknown owner %q or team %q", p.Slug, p.Owner, p.Team)
		}
		if n := utf8.RuneCountInString(p.Body); n < 80 {
			t.Errorf("%s: a body of %d characters", p.Slug, n)
		}
		if p.Summary == p.Title || len(p.Games) == 0 || len(p.Loaders) == 0 || p.Versions < 1 || p.Versions > 6 {
			t.Errorf("%s: summary, games, loaders or versions are wrong", p.Slug)
		}
		if !slices.Contains(art.Motifs(), p.Motif) {
			t.Errorf("%s: no motif %q", p.Slug, p.Motif)
		}
		for _, mood := range p.Moods {
			if !slices.Contains(art.Moods(), mood) {
				t.Errorf("%s: no mood %q", p.Slug, mood)
			}
		}
	}
	for _, p := range c.Projects {
		for _, other := range p.Depends {
			if !slugs[other] || other == p.Slug {
				t.Errorf("%s depends on %q", p.Slug, other)
			}
		}
	}
	if len(types) != 8 || len(c.Projects) < 150 {
		t.Errorf("%d projects of %d types", len(c.Projects), len(types))
	}
}
