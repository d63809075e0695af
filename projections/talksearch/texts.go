package talksearch

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/search/talk"
)

func terms(t erasable.Text) []int64 { return talk.Terms(t.String()) }

func titleTerms(t erasable.Text) []int64 { return talk.TitleTerms(t.String()) }

// aboutThing is the thing that an event is about that is no event of an answer; empty for other events.
func aboutThing(payload any) string {
	switch p := payload.(type) {
	case forum.Opened:
		return p.Discussion
	case forum.Retitled:
		return p.Discussion
	case forum.Edited:
		return p.Discussion
	case forum.Cleared:
		return p.Discussion
	case forum.Deleted:
		return p.Discussion
	case forum.Hidden:
		return p.Discussion
	case forum.Restored:
		return p.Discussion
	case issue.Opened:
		return p.Issue
	case issue.Retitled:
		return p.Issue
	case issue.Edited:
		return p.Issue
	case issue.Hidden:
		return p.Issue
	case issue.Restored:
		return p.Issue
	}
	return ""
}

// projectOf is the project of a new thing.
func projectOf(payload any) string {
	switch p := payload.(type) {
	case forum.Opened:
		return p.Project
	case issue.Opened:
		return p.Project
	}
	return ""
}

func (b *batch) discussionOpened(e runtime.Event, p forum.Opened) {
	b.begin(thing{ID: p.Discussion, Section: string(p.Section), Project: p.Project},
		doc{Kind: talk.Discussion, Author: p.Author, At: e.At(), Title: titleTerms(p.Title), Words: terms(p.Body)}, p.Body.Gone || p.Title.Gone)
}

func (b *batch) discussionRetitled(_ runtime.Event, p forum.Retitled) {
	b.change(p.Discussion, func(d *doc) { d.Title = titleTerms(p.Title) })
}

func (b *batch) discussionEdited(_ runtime.Event, p forum.Edited) {
	b.change(p.Discussion, func(d *doc) { d.Words = terms(p.Body) })
}

func (b *batch) discussionCleared(_ runtime.Event, p forum.Cleared) {
	b.change(p.Discussion, func(d *doc) { d.Words = []int64{} })
}

func (b *batch) discussionDeleted(_ runtime.Event, p forum.Deleted) {
	if b.things[p.Discussion] == nil {
		return
	}
	b.things[p.Discussion] = nil
	things.Delete(b.rows, thing{ID: p.Discussion})
	b.rows.Exec(forgetThing, p.Discussion)
	b.forget(func(d *doc) bool { return d.Thing == p.Discussion })
}

func (b *batch) discussionHidden(_ runtime.Event, p forum.Hidden) { b.setHidden(p.Discussion, true) }

func (b *batch) discussionRestored(_ runtime.Event, p forum.Restored) {
	b.setHidden(p.Discussion, false)
}

func (b *batch) issueOpened(e runtime.Event, p issue.Opened) {
	b.begin(thing{ID: p.Issue, Section: talk.Issues, Project: p.Project},
		doc{Kind: talk.Issue, Author: p.Author, At: e.At(), Title: titleTerms(p.Title), Words: terms(p.Body)}, p.Body.Gone || p.Title.Gone)
}

func (b *batch) issueRetitled(_ runtime.Event, p issue.Retitled) {
	b.change(p.Issue, func(d *doc) { d.Title = titleTerms(p.Title) })
}

func (b *batch) issueEdited(_ runtime.Event, p issue.Edited) {
	b.change(p.Issue, func(d *doc) { d.Words = terms(p.Body) })
}

func (b *batch) issueHidden(_ runtime.Event, p issue.Hidden) { b.setHidden(p.Issue, true) }

func (b *batch) issueRestored(_ runtime.Event, p issue.Restored) { b.setHidden(p.Issue, false) }

func (b *batch) written(e runtime.Event, p post.Written) {
	t := b.things[p.Thing]
	if t == nil || p.Body.Gone {
		return
	}
	kind := talk.Post
	if p.Kind == post.InIssue {
		kind = talk.Comment
	}
	b.put(doc{
		ID: p.Post, Kind: kind, Thing: t.ID, Section: t.Section, Project: t.Project, Author: p.Author, At: e.At(), Title: []int64{}, Words: terms(p.Body),
	})
}

func (b *batch) edited(_ runtime.Event, p post.Edited) {
	b.change(p.Post, func(d *doc) { d.Words = terms(p.Body) })
}

func (b *batch) deleted(_ runtime.Event, p post.Deleted) {
	if b.docs[p.Post] != nil {
		b.docs[p.Post] = nil
		docs.Delete(b.rows, doc{ID: p.Post})
	}
}

func (b *batch) hidden(_ runtime.Event, p post.Hidden) {
	b.change(p.Post, func(d *doc) { d.Hidden = true })
}

func (b *batch) restored(_ runtime.Event, p post.Restored) {
	b.change(p.Post, func(d *doc) { d.Hidden = false })
}
