package notification

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/projections/runtime"
)

func (h *Batch) created(e runtime.Event, p project.Created) {
	id := e.Subject()
	h.projects[id] = subject{ID: id}
	h.change(id, func(s *subject) { s.Organization = p.Organization })
	if p.Owner != "" {
		h.own(id, p.Owner)
	}
}

func (h *Batch) submitted(e runtime.Event, _ project.Submitted) { h.takes(e, project.Processing) }

// An import notifies nobody, because no moderator decided it.
func (h *Batch) imported(e runtime.Event, p project.ListedByImport) { h.takes(e, p.Status) }

func (h *Batch) approved(e runtime.Event, p project.Approved) {
	h.decided(e, p.From, p.Status, p.Message, p.Reason, p.Options)
}

func (h *Batch) rejected(e runtime.Event, p project.Rejected) {
	h.decided(e, p.From, project.Refused, p.Message, p.Reason, p.Options)
}

func (h *Batch) withheld(e runtime.Event, p project.Withheld) {
	h.decided(e, p.From, project.Held, p.Message, p.Reason, p.Options)
}

// undone notifies the team and the moderator who had decided.
func (h *Batch) undone(e runtime.Event, p project.DecisionUndone) {
	h.takes(e, p.To)
	n := Notification{Type: DecisionUndone, Project: e.Subject(), From: p.From, To: p.To}
	if p.Reason != nil {
		n.Message = p.Reason.Text
	}
	h.NotifyTeam(e, e.Subject(), n)
	n.Type = OwnDecisionUndone
	h.Notify(e, Accounts{p.Moderator: true, p.Proposer: true}, n)
}

func (h *Batch) statusChanged(e runtime.Event, p project.StatusChanged) {
	h.decided(e, p.From, p.To, "", p.Reason, nil)
}

// takes records whether the project is visible to everybody with its link.
func (h *Batch) takes(e runtime.Event, s project.Status) {
	h.change(e.Subject(), func(p *subject) { p.Public = !s.Hidden() })
}

// decided notifies a project's team of a status that an account outside of it has set.
func (h *Batch) decided(e runtime.Event, from, to project.Status, message string, why *reason.Reason, points []string) {
	h.takes(e, to)
	if role.Role(e.Meta.Role).Staff() {
		h.Reviews(e.Subject(), e.Meta.Actor)
	}
	if from == to && message == "" {
		return
	}
	n := Notification{Type: StatusChange, Project: e.Subject(), From: from, To: to, Message: message, Points: points}
	if why != nil {
		n.ReasonCode, n.ReasonText = string(why.Code), why.Text
	}
	h.NotifyTeam(e, e.Subject(), n)
}

func (h *Batch) enteredOrganization(e runtime.Event, p project.EnteredOrganization) {
	h.change(e.Subject(), func(s *subject) { s.Organization = p.Organization })
}

func (h *Batch) leftOrganization(e runtime.Event, p project.LeftOrganization) {
	h.change(e.Subject(), func(s *subject) { s.Organization = "" })
	h.own(e.Subject(), p.Owner)
}

func (h *Batch) deleted(e runtime.Event, _ project.Deleted) {
	id := e.Subject()
	h.projects[id] = subject{}
	delete(h.teams, id)
	delete(h.rights, id)
	projects.Delete(h.rows, subject{ID: id})
	h.rows.After(forgetSubject, int64(e.Position), id)
	for _, table := range []string{"members where team", "follows where project", "hidden_versions where project"} {
		h.rows.After(`delete from `+table+` = $1`, id)
	}
}
