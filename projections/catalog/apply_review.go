package catalog

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/projections/runtime"
)

// applyReview folds the events of the status machine, which also make the history and the queue.
func (h *handler) applyReview(e runtime.Event, p *projectState) (bool, error) {
	open := p.RoundOpen
	switch c := e.Payload.(type) {
	case project.Submitted:
		p.submitted(c, at(e))
		h.record(e, p, "submitted", c.From, project.Processing, "")
		if !open {
			h.changed.rounds[roundKey{p.ID, p.Round}] = round{Project: p.ID, Round: p.Round, SubmittedAt: at(e)}
		}
	case project.Approved:
		p.decided(c.Status, c.Message, at(e))
		h.record(e, p, "approved", c.From, c.Status, c.Message)
		h.closeRound(e, p, open, "approved", c.Message)
	case project.Rejected:
		p.decided(project.Refused, c.Message, at(e))
		h.record(e, p, "rejected", c.From, project.Refused, c.Message)
		h.closeRound(e, p, open, "rejected", c.Message)
	case project.Withheld:
		p.decided(project.Held, c.Message, at(e))
		h.record(e, p, "withheld", c.From, project.Held, c.Message)
		h.closeRound(e, p, open, "withheld", c.Message)
	case project.ListedByImport:
		p.decided(c.Status, "", at(e))
		h.record(e, p, "status_changed", project.Draft, c.Status, "")
	case project.StatusChanged:
		p.statusChanged(c)
		h.record(e, p, "status_changed", c.From, c.To, "")
		h.closeRound(e, p, open, "withdrawn", "")
	default:
		return false, nil
	}
	p.noteListing(uint64(e.Position))
	return true, nil
}

// noteListing remembers when a project that search has shown was hidden from it. The moment must come from
// the log: whether a batch saw the project listed in between depends on where batches are cut.
func (p *projectState) noteListing(position uint64) {
	switch {
	case document.StatusSearchable(p.Status):
		p.Listed, p.HiddenAt = true, 0
	case p.Listed && p.HiddenAt == 0:
		p.HiddenAt = position
	}
}

// closeRound writes how the open round of review ended. Its row may stem from an earlier batch.
func (h *handler) closeRound(e runtime.Event, p *projectState, open bool, decision, message string) {
	if !open || p.Queued == nil {
		return
	}
	decided := at(e)
	h.changed.rounds[roundKey{p.ID, p.Round}] = round{
		Project: p.ID, Round: p.Round, SubmittedAt: *p.Queued, DecidedAt: &decided,
		Decision: decision, Actor: e.Meta.Actor, Message: message,
	}
}

func (h *handler) record(e runtime.Event, p *projectState, kind string, from, to project.Status, message string) {
	h.changed.history = append(h.changed.history, entry{
		Project: p.ID, Position: uint64(e.Position), Type: kind, At: at(e), Actor: e.Meta.Actor,
		From: string(from), To: string(to), Message: message,
	})
}
