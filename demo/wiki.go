package demo

import (
	"context"
	"slices"
	"time"

	commands "github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/wiki"
)

// Wikis creates the wikis of the set's projects that are loaded and have none.
func Wikis(ctx context.Context, d Deps, c Catalogue) error {
	b := newBook(c)
	return each(ctx, c.Wikis, func(w Wiki) error {
		if _, known := b.projects[w.Project]; !known {
			return nil
		}
		return loadWiki(ctx, d, b, w)
	})
}

// loadWiki creates a wiki. A wiki that exists is left alone: people go on editing it, and sealing its texts again would
// be of no use.
func loadWiki(ctx context.Context, d Deps, b *book, w Wiki) error {
	id := projectID(w.Project)
	loaded, err := exists(ctx, d.Log, "project-"+id)
	if err != nil || !loaded {
		return err
	}
	if there, err := exists(ctx, d.Log, "wiki-"+id); err != nil || there {
		return err
	}
	writes, err := commands.PlanWiki(ctx, d.Codec, d.Texts, plannedWiki(b, w))
	return d.add(ctx, "load the wiki of "+w.Project, writes, err)
}

func plannedWiki(b *book, w Wiki) commands.Planned {
	owner := b.owner(b.projects[w.Project]).Account
	p := commands.Planned{
		Command: "demo wiki " + w.Project, Project: projectID(w.Project), Owner: owner, Opened: w.Opened, Editing: wiki.Editing(w.Editing),
		Authors: []wiki.Caller{{
			Actor: actor.Actor{Account: owner}, Role: role.Owner, Member: true, Editor: true, Visible: true,
		}},
	}
	for _, name := range w.people() {
		author := wiki.Caller{Actor: actor.Actor{Account: accountID(name)}, Role: role.Self, Visible: true}
		if slices.Contains(w.Editors, name) {
			author.Role, author.Member, author.Editor = role.Member, true, true
		}
		if author.Account != owner {
			p.Authors = append(p.Authors, author)
		}
	}
	for _, name := range w.Named {
		p.Named = append(p.Named, accountID(name))
	}
	for _, d := range w.Drafts {
		p.Drafts = append(p.Drafts, d.planned())
	}
	return p
}

func (d WikiDraft) planned() commands.PlannedDraft {
	p := commands.PlannedDraft{By: accountID(d.By), At: d.At, Msg: d.Msg, Reverts: d.Reverts}
	for _, e := range d.Edits {
		edit := commands.PlannedEdit{
			Page: e.Page, Title: e.Title, Slug: e.Slug, Parent: e.Parent, Weight: e.Weight, Featured: e.Featured, Remove: e.Remove,
			Text: e.text(),
		}
		if e.Add != nil {
			edit.Add = &commands.PlannedPage{Title: e.Add.Title, Parent: e.Add.Parent, Weight: e.Add.Weight}
		}
		p.Edits = append(p.Edits, edit)
	}
	switch {
	case d.Accept != nil:
		p.Verdict = &commands.PlannedReview{By: accountID(d.Accept.By), At: d.Accept.At}
	case d.Reject != nil:
		p.Verdict = &commands.PlannedReview{By: accountID(d.Reject.By), At: d.Reject.At, Rejection: d.Reject.Msg}
	}
	return p
}

// editors invites the people who edit the wiki of the project, who accept.
func (l *life) editors(w Wiki, at time.Time) {
	for i, name := range w.Editors {
		invited := actor.Actor{Account: accountID(name)}
		l.do(at.Add(3*time.Minute), l.by, project.Invite{
			By: l.by, Account: invited.Account, Role: "百科编辑", Ordering: i + 1, Permissions: project.WikiEdit,
		})
		l.do(at.Add(4*time.Minute), invited, project.Join{By: invited})
	}
}
