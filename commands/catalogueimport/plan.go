package catalogueimport

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	area "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

// source is the name of the catalogue in events.
const source = "catalogue"

func projectID(slug string) string { return ids.FromBytes([]byte("import project " + slug)) }

// item is a record that is being imported.
type item struct {
	line     int
	record   record
	slug     string // as requested
	writes   []eventlog.Write
	versions int
}

// plan decides a record's commands, and returns what was changed to satisfy the rules.
func (f *facts) plan(ctx context.Context, it *item, codec commands.Codec) ([]entry, error) {
	r := it.record
	var changed []entry
	note := func(reason, detail string) {
		if reason != "" {
			changed = append(changed, entry{line: it.line, slug: r.Slug, reason: reason, detail: detail})
		}
	}
	id, kind := projectID(r.Slug), project.Type(r.Type)
	if project.Loaders(kind) == nil {
		return nil, errors.New("unknown project type " + r.Type)
	}
	created, dated := date(r.Created)
	if !dated {
		var known bool
		if created, known = f.released(r.GameVersions, false); !known {
			created = unknownDate()
		}
	}
	if it.slug != r.Slug {
		note("slug derived", it.slug)
	}
	title, why := titleOf(r)
	note(why, r.Title)
	summary, why := summaryOf(r, title)
	note(why, "")
	links, why := linksOf(r)
	note(why, r.SourceURL)
	create := project.Create{
		By: owner(), Project: id, Slug: it.slug, Type: kind, Title: title, Summary: summary, Body: bodyOf(r, dated),
		Organization: teamID(teamOf(r)), Links: links, Aliases: aliasesOf(r, f.names[r.Slug], title),
		Environments: project.Environment{Client: r.Client, Server: r.Server},
	}
	create.Categories, create.Additional = categoriesOf(r)
	steps := []area.Step{{At: created, By: ownerID(), Do: create}}
	do := func(by string, c project.Command) { steps = append(steps, area.Step{At: created, By: by, Do: c}) }
	if icon := https(r.IconURL); icon != "" {
		do(ownerID(), project.ChangeIcon{By: owner(), URL: icon})
	}
	switch {
	case r.Downloads != nil:
		do("", project.OpenDownloads{Count: max(0, *r.Downloads), Source: cut(plain(r.DownloadsSource), 128)})
	case f.estimates[it.line] > 0:
		do("", project.OpenDownloads{Count: f.estimates[it.line], Estimated: true, Source: "pack_count"})
	}
	list := project.ListByImport{Source: source, Author: clip(plain(r.Author), longestAuthor), Undated: !dated}
	if r.Archived {
		list.Status = project.Archived
	}
	do("", list)
	versions, bare := f.versionsOf(r, created), false
	for _, v := range versions {
		steps = append(steps, area.Step{At: v.at, By: ownerID(), Version: v.command.Version, DoVersion: v.command})
		bare = bare || len(v.command.Loaders) == 0 && kind != project.TypeSoftware
	}
	if bare {
		note("no loader known", "")
	}
	var err error
	it.versions = len(versions)
	it.writes, err = area.PlanProject(ctx, codec, area.Planned{Project: id, Command: "import " + r.Slug, Role: role.Import, Steps: steps})
	return changed, err
}

// reason is why a record was rejected: a short text for the count, and the full text.
func reason(err error) (short, detail string) {
	var broken *fault.Error
	if errors.As(err, &broken) {
		return "the rules refuse " + broken.Field, broken.Text
	}
	return err.Error(), ""
}
