package forum

import (
	"unicode/utf8"

	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/runtime"
)

func (b *batch) opened(e runtime.Event, p forum.Opened) {
	d := discussion{
		ID: p.Discussion, Section: p.Section, Project: p.Project, Author: p.Author, Title: p.Title.String(),
		Written: utf8.RuneCountInString(p.Body.String()), Created: e.At(), Updated: e.At(), Bumped: e.At(), Listed: true, Position: uint64(e.Position),
	}
	if p.Project != "" {
		r := b.boards[p.Project]
		d.Listed = r != nil && r.Listed
	}
	d.Shown = d.Listed
	b.discussions[d.ID] = &d
	discussions.Put(b.rows, d)
	openings.Put(b.rows, opening{d.ID, p.Body.String()})
	b.posts.Word(answer.Revision{
		Text: d.ID, Author: d.Author, By: d.Author, At: d.Created, Title: d.Title, Body: p.Body.String(), Retitled: true, Rewritten: true,
	})
	b.count(d, 1)
}

func (b *batch) retitled(e runtime.Event, p forum.Retitled) {
	b.change(e, p.Discussion, func(d *discussion) {
		d.Title, d.Revision, d.Updated = p.Title.String(), d.Revision+1, e.At()
		b.posts.Word(answer.Revision{Text: d.ID, Revision: d.Revision, Author: d.Author, By: e.Meta.Actor, At: e.At(), Title: d.Title, Retitled: true})
	})
}

func (b *batch) edited(e runtime.Event, p forum.Edited) {
	b.change(e, p.Discussion, func(d *discussion) {
		body := p.Body.String()
		d.Written, d.Revision, d.Updated = utf8.RuneCountInString(body), d.Revision+1, e.At()
		openings.Put(b.rows, opening{d.ID, body})
		b.posts.Word(answer.Revision{Text: d.ID, Revision: d.Revision, Author: d.Author, By: e.Meta.Actor, At: e.At(), Body: body, Rewritten: true})
	})
}

func (b *batch) locked(e runtime.Event, p forum.Locked) {
	b.change(e, p.Discussion, func(d *discussion) {
		d.Locked = true
		d.LockCode, d.LockText = p.Reason.Words()
	})
}

func (b *batch) unlocked(e runtime.Event, p forum.Unlocked) {
	b.change(e, p.Discussion, func(d *discussion) { d.Locked, d.LockCode, d.LockText = false, "", "" })
}

func (b *batch) hidden(e runtime.Event, p forum.Hidden) {
	b.change(e, p.Discussion, func(d *discussion) {
		d.Hidden = true
		d.ReasonCode, d.ReasonText = p.Reason.Words()
	})
}

func (b *batch) restored(e runtime.Event, p forum.Restored) {
	b.change(e, p.Discussion, func(d *discussion) { d.Hidden, d.ReasonCode, d.ReasonText = false, "", "" })
}

// forgetTexts deletes the earlier texts of a discussion. Its titles stay.
const forgetTexts = `update revisions set body = '', rewritten = false where text = $1`

func (b *batch) cleared(e runtime.Event, p forum.Cleared) {
	b.change(e, p.Discussion, func(d *discussion) {
		when := e.At()
		d.Cleared, d.Written = &when, 0
		openings.Delete(b.rows, opening{Discussion: d.ID})
		b.rows.Exec(forgetTexts, d.ID)
	})
}

// forgetPosts deletes the answers of a discussion that is gone, with their wordings.
const forgetPosts = `
with p as (delete from posts where discussion = $1 returning id)
delete from revisions where text = $1 or text in (select id from p)`

func (b *batch) deleted(e runtime.Event, p forum.Deleted) {
	b.change(e, p.Discussion, func(d *discussion) {
		when := e.At()
		d.Gone, d.Title, d.Written = &when, "", 0
		openings.Delete(b.rows, opening{Discussion: d.ID})
		b.rows.Exec(forgetPosts, d.ID)
		b.posts.Gone(d.ID)
	})
}

func (b *batch) pinned(e runtime.Event, p forum.Pinned) {
	b.change(e, p.Discussion, func(d *discussion) { d.Pinned = true })
}

func (b *batch) unpinned(e runtime.Event, p forum.Unpinned) {
	b.change(e, p.Discussion, func(d *discussion) { d.Pinned = false })
}

func (b *batch) begun(_ runtime.Event, p forum.Begun) {
	b.board(p.Project, func(r *board) { r.Discussion = p.Discussion })
}

func (b *batch) ended(_ runtime.Event, p forum.Ended) {
	b.board(p.Project, func(r *board) { r.Discussion = "" })
}
