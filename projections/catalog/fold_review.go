package catalog

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// review writes the history, the rounds of review and the place in the queue for an event that changed or repeated a
// project's status.
func (h *handler) review(e runtime.Event, p *projectState, before project.Status) {
	waited, kind, decision, message := before == project.Processing, "", "", ""
	switch c := e.Payload.(type) {
	case project.Created:
		kind = "created"
	case project.Submitted:
		kind = "submitted"
		if !waited { // a waiting project keeps its place
			queued := e.At()
			p.Queued = &queued
			p.Rounds++
			rounds.Put(h.rows, round{Project: p.ID, Round: p.Rounds, SubmittedAt: queued})
		}
	case project.Approved:
		kind, decision, message = "approved", "approved", c.Message
	case project.Rejected:
		kind, decision, message = "rejected", "rejected", c.Message
	case project.Withheld:
		kind, decision, message = "withheld", "withheld", c.Message
	case project.ListedByImport:
		kind = "status_changed"
	case project.StatusChanged: // leaving the queue ends the round without a decision
		kind, decision = "status_changed", "withdrawn"
	default:
		return
	}
	history.Put(h.rows, entry{
		Project: p.ID, Position: uint64(e.Position), Type: kind, At: e.At(), Actor: e.Meta.Actor, From: before, To: p.Status, Message: message,
	})
	if decision != "" && waited && p.Queued != nil {
		decided := e.At()
		rounds.Put(h.rows, round{
			Project: p.ID, Round: p.Rounds, SubmittedAt: *p.Queued, DecidedAt: &decided, Decision: decision, Actor: e.Meta.Actor, Message: message,
		})
	}
	p.noteListing(uint64(e.Position))
}

// noteListing records the position at which a project was hidden from search. The position is that of the event:
// whether a batch saw the project listed in between depends on batch boundaries.
func (p *projectState) noteListing(position uint64) {
	switch {
	case p.Status.Searchable():
		p.Shown, p.HiddenAt = true, 0
	case p.Shown && p.HiddenAt == 0:
		p.HiddenAt = position
	}
}
