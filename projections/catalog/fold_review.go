package catalog

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// review writes the history and the rounds of review for an event that changed or repeated a project's status.
func (h *handler) review(e runtime.Event, p *projectState, before project.Status) {
	waited, kind, decision, message, undoes := before == project.Processing, "", "", "", ""
	switch c := e.Payload.(type) {
	case project.Created:
		kind = "created"
	case project.Submitted:
		kind = "submitted"
		if !waited {
			rounds.Put(h.rows, round{Project: p.ID, Round: p.Rounds, SubmittedAt: *p.Queued})
		}
	case project.Approved:
		kind, decision, message = "approved", "approved", c.Message
	case project.Rejected:
		kind, decision, message = "rejected", "rejected", c.Message
	case project.Withheld:
		kind, decision, message = "withheld", "withheld", c.Message
	case project.ListedByImport:
		kind = "status_changed"
	case project.ReleasePlanEnded:
		kind = "status_changed"
	case project.DecisionUndone:
		kind, undoes = "undone", c.Decision
		if c.Reason != nil {
			message = c.Reason.Text
		}
		if p.Status == project.Processing && p.Queued != nil { // the round goes on
			rounds.Put(h.rows, round{Project: p.ID, Round: p.Rounds, SubmittedAt: *p.Queued})
		}
	case project.StatusChanged: // leaving the queue ends the round without a decision
		kind, decision = "status_changed", "withdrawn"
	default:
		return
	}
	line := entry{
		Project: p.ID, Position: uint64(e.Position), Type: kind, At: e.At(), Actor: e.Meta.Actor, From: before, To: p.Status, Message: message, Undoes: undoes,
	}
	if kind == decision { // of the staff
		line.Event = e.ID.String()
	}
	history.Put(h.rows, line)
	if decision != "" && waited && p.Queued != nil {
		decided := e.At()
		rounds.Put(h.rows, round{
			Project: p.ID, Round: p.Rounds, SubmittedAt: *p.Queued, DecidedAt: &decided, Decision: decision, Actor: e.Meta.Actor, Message: message,
		})
	}
}
