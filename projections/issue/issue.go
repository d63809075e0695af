package issue

import (
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/projections/answer"
	"github.com/modyard/modyard/projections/runtime"
)

func (b *batch) opened(e runtime.Event, p issue.Opened) {
	r := row{
		ID: p.Issue, Project: p.Project, Author: p.Author, Title: p.Title.String(), Created: e.At(), Updated: e.At(), Edited: e.At(), Position: uint64(e.Position),
	}
	b.board(p.Project, func(on *board) {
		on.Numbered++
		r.Number = on.Numbered
	})
	b.issues[r.ID] = &r
	issues.Put(b.rows, r)
	openings.Put(b.rows, opening{r.ID, p.Body.String()})
	b.posts.Word(answer.Revision{
		Text: r.ID, Author: r.Author, By: r.Author, At: r.Created, Title: r.Title, Body: p.Body.String(), Retitled: true, Rewritten: true,
	})
	b.count(r, 1)
}

func (b *batch) retitled(e runtime.Event, p issue.Retitled) {
	b.happen(e, p.Issue, "retitled", p.Reason, func(r *row, h *happening) {
		r.Title, r.Revision, r.Edited = p.Title.String(), r.Revision+1, e.At()
		h.Title = r.Title
		b.posts.Word(answer.Revision{Text: r.ID, Revision: r.Revision, Author: r.Author, By: e.Meta.Actor, At: e.At(), Title: r.Title, Retitled: true})
	})
}

func (b *batch) edited(e runtime.Event, p issue.Edited) {
	b.change(e, p.Issue, func(r *row) {
		r.Revision, r.Edited, r.Updated = r.Revision+1, e.At(), e.At()
		openings.Put(b.rows, opening{r.ID, p.Body.String()})
		b.posts.Word(answer.Revision{Text: r.ID, Revision: r.Revision, Author: r.Author, By: e.Meta.Actor, At: e.At(), Body: p.Body.String(), Rewritten: true})
	})
}

func (b *batch) labelled(e runtime.Event, p issue.Labelled) {
	b.happen(e, p.Issue, "labelled", p.Reason, func(r *row, h *happening) {
		h.Label = p.Label
		labelled.Put(b.rows, worn{Issue: r.ID, Label: p.Label, Project: r.Project, Number: r.Number, Place: h.N})
	})
}

func (b *batch) unlabelled(e runtime.Event, p issue.Unlabelled) {
	b.happen(e, p.Issue, "unlabelled", p.Reason, func(r *row, h *happening) {
		h.Label = p.Label
		labelled.Delete(b.rows, worn{Issue: r.ID, Label: p.Label})
	})
}

func (b *batch) assigned(e runtime.Event, p issue.Assigned) {
	b.happen(e, p.Issue, "assigned", p.Reason, func(r *row, h *happening) {
		h.Assignee = p.Assignee
		assignees.Put(b.rows, assignee{Issue: r.ID, Account: p.Assignee, Project: r.Project, Number: r.Number, Place: h.N})
	})
}

func (b *batch) unassigned(e runtime.Event, p issue.Unassigned) {
	b.happen(e, p.Issue, "unassigned", p.Reason, func(r *row, h *happening) {
		h.Assignee = p.Assignee
		assignees.Delete(b.rows, assignee{Issue: r.ID, Account: p.Assignee})
	})
}

func (b *batch) closed(e runtime.Event, p issue.Closed) {
	b.happen(e, p.Issue, "closed", p.Reason, func(r *row, h *happening) {
		if r.Closed == nil {
			when := e.At()
			r.Closed = &when
		}
		r.ClosedAs, r.DuplicateOf = p.As, p.DuplicateOf
		h.ClosedAs, h.Other, h.Version = p.As, p.DuplicateOf, p.Version
	})
}

func (b *batch) reopened(e runtime.Event, p issue.Reopened) {
	b.happen(e, p.Issue, "reopened", p.Reason, func(r *row, _ *happening) {
		r.Closed, r.ClosedAs, r.DuplicateOf = nil, "", ""
	})
}

func (b *batch) locked(e runtime.Event, p issue.Locked) {
	b.happen(e, p.Issue, "locked", p.Reason, func(r *row, h *happening) {
		r.Locked, r.LockCode, r.LockText = true, h.ReasonCode, h.ReasonText
	})
}

func (b *batch) unlocked(e runtime.Event, p issue.Unlocked) {
	b.happen(e, p.Issue, "unlocked", p.Reason, func(r *row, _ *happening) {
		r.Locked, r.LockCode, r.LockText = false, "", ""
	})
}

func (b *batch) hidden(e runtime.Event, p issue.Hidden) {
	b.happen(e, p.Issue, "hidden", p.Reason, func(r *row, h *happening) {
		r.Hidden, r.ReasonCode, r.ReasonText = true, h.ReasonCode, h.ReasonText
	})
}

func (b *batch) restored(e runtime.Event, p issue.Restored) {
	b.happen(e, p.Issue, "restored", p.Reason, func(r *row, _ *happening) {
		r.Hidden, r.ReasonCode, r.ReasonText = false, "", ""
	})
}

func (b *batch) fixed(e runtime.Event, p issue.Fixed) {
	b.happen(e, p.Issue, "fixed", p.Reason, func(r *row, h *happening) {
		r.FixedIn, h.Version = p.Version, p.Version
	})
}

func (b *batch) unfixed(e runtime.Event, p issue.Unfixed) {
	b.happen(e, p.Issue, "unfixed", p.Reason, func(r *row, h *happening) {
		h.Version, r.FixedIn = r.FixedIn, ""
	})
}

func (b *batch) pinned(e runtime.Event, p issue.Pinned) {
	b.happen(e, p.Issue, "pinned", nil, func(r *row, _ *happening) { r.Pinned = true })
}

func (b *batch) unpinned(e runtime.Event, p issue.Unpinned) {
	b.happen(e, p.Issue, "unpinned", nil, func(r *row, _ *happening) { r.Pinned = false })
}

func (b *batch) typeSet(_ runtime.Event, p issue.TypeSet) {
	b.board(p.Project, func(r *board) { r.Type = p.Type })
}

func (b *batch) templateSet(_ runtime.Event, p issue.TemplateSet) {
	b.board(p.Project, func(r *board) { r.Template = p.Template })
}

func (b *batch) labelSet(_ runtime.Event, p issue.LabelSet) {
	labels.Put(b.rows, label{Project: p.Project, ID: p.Label, Name: p.Name, Color: p.Color, Description: p.Description})
}

// forgetLabel takes a label off the issues that have it.
const forgetLabel = `delete from issue_labels where project = $1 and label = $2`

func (b *batch) labelRemoved(_ runtime.Event, p issue.LabelRemoved) {
	labels.Delete(b.rows, label{Project: p.Project, ID: p.Label})
	b.rows.Exec(forgetLabel, p.Project, p.Label)
}
