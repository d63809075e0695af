package wiki

import (
	"slices"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/runtime"
)

func (b *batch) opened(e runtime.Event, p wiki.DraftOpened) {
	r := draftRow{
		ID: p.Draft, Project: p.Project, Account: p.Account, Status: wiki.Editable, Timed: p.Timed, Base: p.Base, Reverts: p.Reverts,
		Opened: e.At(), AgainAt: e.At(), Pages: []string{}, Added: []string{},
	}
	r.touch(e)
	drafts.Put(b.rows, r)
}

// touch records that the author did something to the draft.
func (r *draftRow) touch(e runtime.Event) {
	r.Changed, r.Position = e.At(), uint64(e.Position)
	r.settle()
}

// settle derives when the draft times out.
func (r *draftRow) settle() {
	r.Ends = nil
	if r.Status == wiki.Editable && r.Timed {
		ends := r.Changed.Add(wiki.Window)
		r.Ends = &ends
	}
}

// move changes the status of a draft.
func (b *batch) move(e runtime.Event, id string, to wiki.Status, how func(*draftRow)) {
	drafts.Update(b.rows, draftRow{ID: id}, func(r *draftRow) {
		r.Status, r.Position = to, uint64(e.Position)
		how(r)
		r.settle()
	})
}

// edit records that a draft changes a page.
func (b *batch) edit(e runtime.Event, id, page string) {
	drafts.Update(b.rows, draftRow{ID: id}, func(r *draftRow) {
		if !slices.Contains(r.Pages, page) {
			r.Pages = append(r.Pages, page)
		}
		r.touch(e)
	})
}

func (b *batch) pageAdded(e runtime.Event, p wiki.DraftPageAdded) {
	b.edit(e, p.Draft, p.Page)
	drafts.Update(b.rows, draftRow{ID: p.Draft}, func(r *draftRow) { r.Added = append(r.Added, p.Page) })
}

func (b *batch) pageRetitled(e runtime.Event, p wiki.DraftPageRetitled) { b.edit(e, p.Draft, p.Page) }
func (b *batch) pageReaddressed(e runtime.Event, p wiki.DraftPageReaddressed) {
	b.edit(e, p.Draft, p.Page)
}
func (b *batch) pageMoved(e runtime.Event, p wiki.DraftPageMoved) { b.edit(e, p.Draft, p.Page) }
func (b *batch) pageReweighted(e runtime.Event, p wiki.DraftPageReweighted) {
	b.edit(e, p.Draft, p.Page)
}
func (b *batch) pageFeatured(e runtime.Event, p wiki.DraftPageFeatured) { b.edit(e, p.Draft, p.Page) }
func (b *batch) pageRestored(e runtime.Event, p wiki.DraftPageRestored) { b.edit(e, p.Draft, p.Page) }
func (b *batch) pageWritten(e runtime.Event, p wiki.DraftPageWritten)   { b.edit(e, p.Draft, p.Page) }
func (b *batch) resolved(e runtime.Event, p wiki.DraftConflictResolved) { b.edit(e, p.Draft, p.Page) }

// pageRemoved records a removal. A page that the draft added is no longer one of its pages.
func (b *batch) pageRemoved(e runtime.Event, p wiki.DraftPageRemoved) {
	b.edit(e, p.Draft, p.Page)
	drafts.Update(b.rows, draftRow{ID: p.Draft}, func(r *draftRow) {
		if at := slices.Index(r.Added, p.Page); at >= 0 {
			r.Added = slices.Delete(r.Added, at, at+1)
			r.Pages = slices.DeleteFunc(r.Pages, func(id string) bool { return id == p.Page })
		}
	})
}

func (b *batch) rebased(e runtime.Event, p wiki.DraftRebased) {
	drafts.Update(b.rows, draftRow{ID: p.Draft}, func(r *draftRow) {
		r.Base = p.Onto
		r.touch(e)
	})
}

func (b *batch) submitted(e runtime.Event, p wiki.DraftSubmitted) {
	at := e.At()
	b.move(e, p.Draft, wiki.Review, func(r *draftRow) {
		r.Submission, r.Msg, r.Rejection, r.Submitted = p.Submission, p.Msg.String(), "", &at
		r.touch(e)
	})
	b.say(e, p.Draft, p.Account, p.Msg)
	moves.Put(b.rows, moveRow{p.Project, uint64(e.Position)})
}

func (b *batch) takenBack(e runtime.Event, p wiki.DraftTakenBack) { b.again(e, p.Draft) }
func (b *batch) reopened(e runtime.Event, p wiki.DraftReopened)   { b.again(e, p.Draft) }

// moveOfDraft moves the project of a draft, whose events do not all name it.
const moveOfDraft = `
insert into moves as m (project, position) select project, $2::bigint from drafts where id = $1
on conflict (project) do update set position = greatest(m.position, excluded.position)`

func (b *batch) again(e runtime.Event, draft string) {
	b.rows.After(moveOfDraft, draft, int64(e.Position))
	b.move(e, draft, wiki.Editable, func(r *draftRow) {
		r.Again, r.AgainAt = r.Again+1, e.At()
		r.touch(e)
	})
}

func (b *batch) rejected(e runtime.Event, p wiki.DraftRejected) {
	b.move(e, p.Draft, wiki.Rejected, func(r *draftRow) { r.Rejection = p.Msg.String() })
	b.say(e, p.Draft, p.Account, p.Msg)
	moves.Put(b.rows, moveRow{p.Project, uint64(e.Position)})
}

func (b *batch) say(e runtime.Event, draft, author string, text erasable.Text) {
	messages.Put(b.rows, messageRow{
		Draft: draft, Position: uint64(e.Position), Account: e.Meta.Actor, Author: author, At: e.At(), Body: text.String(),
	})
}

func (b *batch) accepted(e runtime.Event, p wiki.DraftAccepted) {
	b.end(e, p.Draft, wiki.Success, p.Change)
	moves.Put(b.rows, moveRow{p.Project, uint64(e.Position)})
}

func (b *batch) givenUp(e runtime.Event, p wiki.DraftGivenUp) {
	b.end(e, p.Draft, wiki.GivenUp, "")
	b.rows.After(moveOfDraft, p.Draft, int64(e.Position))
}

func (b *batch) timedOut(e runtime.Event, p wiki.DraftTimedOut) { b.end(e, p.Draft, wiki.TimedOut, "") }

func (b *batch) end(e runtime.Event, draft string, status wiki.Status, change string) {
	at := e.At()
	b.move(e, draft, status, func(r *draftRow) { r.Ended, r.Change = &at, change })
}
