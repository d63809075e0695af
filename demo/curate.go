package demo

import (
	"context"

	commands "github.com/modyard/modyard/commands/curation"
	"github.com/modyard/modyard/domain/curation"
)

// choice is the number of featured projects of some types at a place, the most downloaded first.
type choice struct {
	place curation.Place
	types []string
	each  int
}

func choices() []choice {
	return []choice{
		{curation.Home, []string{"modpack", "shader", "resourcepack", "mod", "software"}, 1},
		{curation.Modpack, []string{"modpack"}, 5},
		{curation.Software, []string{"software"}, 2},
	}
}

// Curate features projects of the set. A place with a choice of the staff is not changed.
func Curate(ctx context.Context, d Deps, c Catalogue) error {
	told := stories(c)
	for _, choice := range choices() {
		var entries []curation.Entry
		for _, kind := range choice.types {
			n := 0
			for _, p := range c.Projects {
				if p.Type == kind && n < choice.each && len(p.Moods) > 0 && told[p.Slug].status == "approved" {
					entries = append(entries, curation.Entry{Project: projectID(p.Slug)})
					n++
				}
			}
		}
		writes, err := commands.PlanCuration(ctx, d.Codec, commands.Planned{
			Command: "demo curation " + string(choice.place), At: Today(), Place: choice.place, Entries: entries,
		})
		if err = d.add(ctx, "choose what "+string(choice.place)+" shows", writes, err); err != nil {
			return err
		}
	}
	return nil
}
