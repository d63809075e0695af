package demo

import (
	"time"

	"github.com/modyard/modyard/domain/actor"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/ids"
)

// book is the catalogue with all derived data, before pictures and archives are created.
type book struct {
	teams    map[string]Team
	projects map[string]Project
	stories  map[string]story
	wikis    map[string]Wiki
	places   map[string]int // place in the list of the type, most downloads first, after those of the types before
}

func newBook(c Catalogue) *book {
	b := &book{teams: map[string]Team{}, projects: map[string]Project{}, stories: stories(c), wikis: map[string]Wiki{}, places: map[string]int{}}
	for _, w := range c.Wikis {
		b.wikis[w.Project] = w
	}
	for _, t := range c.Teams {
		b.teams[t.Slug] = t
	}
	// The best of each type stand side by side on the home page: the lists begin at different numbers.
	next := map[string]int{}
	for _, p := range c.Projects {
		if _, known := next[p.Type]; !known {
			next[p.Type] = 5 * len(next)
		}
		b.projects[p.Slug], b.places[p.Slug] = p, next[p.Type]
		next[p.Type]++
	}
	return b
}

// dates are the main dates of a project.
type dates struct {
	began     time.Time // first version
	last      time.Time // newest version
	submitted time.Time
	rejected  time.Time // of an earlier round
	again     time.Time // second submission after it
	decided   time.Time
}

func (b *book) dates(c Project) dates {
	s, r := b.stories[c.Slug], chance("dates "+c.Slug)
	today := Today()
	hour := func(n int) time.Duration { return time.Duration(n)*time.Hour + time.Duration(r.IntN(3600))*time.Second }
	var d dates
	switch s.status {
	case "processing":
		d.again = today.Add(-s.waiting)
		d.submitted = d.again
		if s.rejected != "" {
			d.rejected = d.again.Add(-hour(20 + r.IntN(60)))
			d.submitted = d.rejected.Add(-hour(10 + r.IntN(50)))
		}
		d.last = d.submitted.Add(-hour(2))
		d.began = d.last.Add(-hour(24 * 6 * max(1, c.Versions)))
	case "draft":
		d.last = today.Add(-hour(5 + r.IntN(90)))
		d.began = d.last.Add(-hour(24 * 5 * max(1, c.Versions)))
	case "rejected", "withheld":
		d.decided = today.Add(-hour(12 + r.IntN(160)))
		d.submitted = d.decided.Add(-hour(9 + r.IntN(60)))
		d.last = d.submitted.Add(-hour(1))
		d.began = d.last.Add(-hour(24 * 6 * max(1, c.Versions)))
	default:
		d.began = today.Add(-hour(24 * (60 + r.IntN(640))))
		d.last = d.began.Add(time.Duration(float64(today.Sub(d.began)) * (.5 + .45*r.Float64())))
		d.submitted = d.began.Add(hour(1))
		d.decided = d.submitted.Add(hour(2 + r.IntN(40)))
		if s.rejected != "" {
			d.rejected = d.decided
			d.again = d.rejected.Add(hour(4 + r.IntN(8)))
			d.decided = d.again.Add(hour(3 + r.IntN(8)))
		}
	}
	return d
}

// editions are the versions of a project, oldest first.
func (b *book) editions(c Project) []edition {
	d := b.dates(c)
	return editions(c, d.began, d.last)
}

func versionID(slug, number string) string {
	return ids.FromBytes([]byte("demo version " + slug + " " + number))
}

// needs are the projects of the set on which a project depends.
func (b *book) needs(c Project) []need {
	var list []need
	for _, slug := range c.Depends {
		other, known := b.projects[slug]
		if !known || slug == c.Slug {
			continue
		}
		all := b.editions(other)
		list = append(list, need{Project: other, Number: all[len(all)-1].Number})
	}
	return list
}

// dependencies are the dependencies of a version, from those of its project. A modpack embeds the files.
func dependencies(c Project, needs []need) []project.Dependency {
	var list []project.Dependency
	for _, n := range needs {
		d := project.Dependency{Project: projectID(n.Project.Slug), Kind: "required"}
		if c.Type == "modpack" {
			d.Kind, d.Version = "embedded", versionID(n.Project.Slug, n.Number)
		}
		list = append(list, d)
	}
	return list
}

// owner is the leader of a project: a person, or the owner of the team.
func (b *book) owner(c Project) actor.Actor {
	switch {
	case b.stories[c.Slug].creator:
		return actor.Actor{Account: accountID(CreatorName)}
	case c.Team != "":
		return actor.Actor{Account: accountID(b.teams[c.Team].Owner), OrganizationMember: true, OrganizationPermissions: uint64(project.AllPermissions)}
	}
	return actor.Actor{Account: accountID(c.Owner)}
}

func reviewer() actor.Actor {
	return actor.Actor{Account: accountID(moderatorName), Rank: actor.Moderator}
}
