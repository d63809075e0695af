package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// SetStatus changes the status of an approved or scheduled project by a member (archive, unlist, make private, restore,
// back to draft), or returns any project to draft by the staff.
type SetStatus struct {
	By     actor.Actor
	Reason *reason.Reason
	To     Status
}

// byTeam is true if the team itself may choose the status.
func (c SetStatus) byTeam(s State) bool { return s.Status.reviewed() && c.To.Requestable() }

func (c SetStatus) decide(s State) ([]any, role.Role, error) {
	if err := s.MayInspect(c.By); err != nil {
		return nil, "", err
	}
	if c.To == s.Status {
		return nil, "", nil
	}
	as := role.Moderator
	if c.byTeam(s) {
		as = s.RoleOf(c.By, EditDetails)
	} else if c.To != Draft || !c.By.Staff() {
		return nil, "", fault.Forbidden("你不能将项目设置为此状态。")
	}
	why, err := s.why(c.By, as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{StatusChanged{From: s.Status, To: c.To, Reason: why}}, as, nil
}

// Asked is a requested status with its explanation.
type Asked struct {
	By         actor.Actor
	Reason     *reason.Reason
	To         Status
	Message    string   // from the staff to the team
	Options    []string // of the moderators' checklist
	Templates  []string // of the message, as template@version
	Submission string   // id of the review round that begins, if one does
	Versions   int      // number of versions of the project
	Types      []Type   // those of the loaders of its listed versions; none: the chosen one
}

// StatusCommand is the command for a requested status: a change by a member, a submission, or a decision of the staff,
// depending on the actor and the current status.
func StatusCommand(s State, a Asked) (Command, error) {
	switch {
	case !a.To.Known():
		return nil, fault.Invalid("status", "未知的项目状态。")
	case a.To == Scheduled:
		return nil, fault.Invalid("status", "定时发布须指明时间。")
	case a.To == Processing:
		return Submit{By: a.By, Reason: a.Reason, Submission: a.Submission, Versions: a.Versions, Types: a.Types}, nil
	case !a.By.Staff() || a.To == Draft || s.ownChange(a.By, a.To):
		return SetStatus{By: a.By, Reason: a.Reason, To: a.To}, nil
	case a.To == Refused:
		return Reject{By: a.By, Reason: a.Reason, Message: a.Message, Options: a.Options, Templates: a.Templates}, nil
	case a.To == Held:
		return Withhold{By: a.By, Reason: a.Reason, Message: a.Message, Options: a.Options, Templates: a.Templates}, nil
	}
	return Approve{By: a.By, Reason: a.Reason, Status: a.To, Message: a.Message, Options: a.Options, Templates: a.Templates}, nil
}

// ownChange is true if an actor of the staff changes a project of the actor's own team as any member may.
func (s State) ownChange(by actor.Actor, to Status) bool {
	by = by.With(actor.NotStaff)
	return s.Status.reviewed() && to.Requestable() && s.PermissionsOf(by).Has(EditDetails)
}
