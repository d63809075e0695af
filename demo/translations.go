package demo

import (
	"context"
	"slices"
	"time"

	commands "github.com/modyard/modyard/commands/translation"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/translation"
)

// Translations links the versions of the language packs of the set to the versions that they translate. Most links are
// accepted; the newest version of some packs waits, or was rejected.
func Translations(ctx context.Context, d Deps, c Catalogue) error {
	b := newBook(c)
	var planned []commands.Planned
	packs := 0
	for _, pack := range c.Projects {
		if pack.Type != "language" || b.stories[pack.Slug].status != "approved" || len(b.needs(pack)) == 0 {
			continue
		}
		editions := b.editions(pack)
		for i, e := range editions {
			state := translation.AcceptedLink
			if i == len(editions)-1 {
				state = []translation.Status{translation.AcceptedLink, translation.PendingLink, translation.RejectedLink}[packs%3]
			}
			planned = append(planned, b.plannedLinks(pack, e, state))
		}
		packs++
	}
	return each(ctx, planned, func(p commands.Planned) error { return loadLinks(ctx, d, p) })
}

// loadLinks appends the links of a version that is loaded and has none.
func loadLinks(ctx context.Context, d Deps, p commands.Planned) error {
	loaded, err := exists(ctx, d.Log, "version-"+p.From.Version.ID)
	if err != nil || !loaded || len(p.Links) == 0 {
		return err
	}
	if there, err := exists(ctx, d.Log, "translation-"+p.From.Version.ID); err != nil || there {
		return err
	}
	writes, err := commands.PlanLinks(ctx, d.Codec, d.Texts, p)
	return d.add(ctx, "load the translations of a version", writes, err)
}

// plannedLinks are the links of a version of a pack to the versions of what it needs that run on a common game version.
func (b *book) plannedLinks(pack Project, e edition, state translation.Status) commands.Planned {
	by := b.owner(pack)
	p := commands.Planned{Command: "demo translations " + pack.Slug + " " + e.Number, From: b.end(pack, e, by)}
	for _, need := range b.needs(pack) {
		if b.stories[need.Project.Slug].status != "approved" {
			continue
		}
		owner := b.owner(need.Project)
		stands := actor.Actor{Account: by.Account}
		if need.Project.Team != "" && need.Project.Team == pack.Team {
			stands = by
		}
		for _, original := range b.editions(need.Project) {
			if !slices.ContainsFunc(original.Games, func(game string) bool { return slices.Contains(e.Games, game) }) {
				continue
			}
			at := e.At.Add(time.Hour)
			if original.At.After(at) {
				at = original.At.Add(3 * time.Hour)
			}
			l := commands.PlannedLink{To: b.end(need.Project, original, stands), Language: translation.Simplified, Description: pack.Summary, At: at}
			switch state {
			case translation.AcceptedLink:
				l.Verdict = &commands.PlannedVerdict{By: owner, At: at.Add(5 * time.Hour)}
			case translation.RejectedLink:
				l.Verdict = &commands.PlannedVerdict{By: owner, At: at.Add(5 * time.Hour), Reject: &reason.Reason{
					Code: reason.Incomplete, Text: "手册的后半部分还没有译，请补齐后再申请。",
				}}
			}
			p.Links = append(p.Links, l)
		}
	}
	slices.SortStableFunc(p.Links, func(x, y commands.PlannedLink) int { return x.At.Compare(y.At) })
	return p
}

// end is a version of the set as an account stands to it.
func (b *book) end(c Project, e edition, by actor.Actor) translation.End {
	id := projectID(c.Slug)
	p := project.State{ID: id, Type: project.Type(c.Type), Status: project.Listed}
	if c.Team != "" && !b.stories[c.Slug].creator {
		p.Organization = teamID(c.Team)
	} else {
		p.Owner = b.owner(c).Account
		p.Members = []project.Member{{Account: p.Owner, Permissions: project.AllPermissions, Accepted: true}}
	}
	return translation.End{
		Project: p, Version: project.Version{ID: versionID(c.Slug, e.Number), Project: id, Status: project.VersionListed, Loaders: c.Loaders}, By: by,
	}
}
