package forum

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// Lists show the discussion of a project while they show the project.

func (b *batch) projectImported(e runtime.Event, p project.ListedByImport) { b.takes(e, p.Status) }

func (b *batch) projectSubmitted(e runtime.Event, _ project.Submitted) {
	b.takes(e, project.Processing)
}

func (b *batch) projectApproved(e runtime.Event, p project.Approved) { b.takes(e, p.Status) }

func (b *batch) projectRejected(e runtime.Event, _ project.Rejected) { b.takes(e, project.Refused) }

func (b *batch) projectWithheld(e runtime.Event, _ project.Withheld) { b.takes(e, project.Held) }

func (b *batch) projectUndone(e runtime.Event, p project.DecisionUndone) { b.takes(e, p.To) }

func (b *batch) projectChanged(e runtime.Event, p project.StatusChanged) { b.takes(e, p.To) }

func (b *batch) projectReleased(e runtime.Event, p project.ReleasePlanEnded) { b.takes(e, p.Status) }

func (b *batch) projectDeleted(e runtime.Event, _ project.Deleted) { b.takes(e, "") }

// takes records the status of a project.
func (b *batch) takes(e runtime.Event, s project.Status) {
	listed := s.Searchable()
	known := b.boards[e.Subject()]
	if known == nil && !listed || known != nil && known.Listed == listed {
		return
	}
	r := b.board(e.Subject(), func(r *board) { r.Listed = listed })
	b.change(e, r.Discussion, func(d *discussion) { d.Listed = listed })
}
