package project

import "github.com/modyard/modyard/domain/fault"

// SetStatus is a member's change of an approved project's own status (archive, unlist, make private,
// restore, back to draft), or the staff's return of any project to draft.
type SetStatus struct {
	By Actor
	To Status
}

func (c SetStatus) decide(s State) ([]any, error) {
	if err := s.allow(c.By, EditDetails); err != nil {
		return nil, err
	}
	if c.To == s.Status {
		return nil, nil
	}
	if c.To == Draft && c.By.Staff != NotStaff || s.Status.Approved() && c.To.Requestable() {
		return []any{StatusChanged{From: s.Status, To: c.To}}, nil
	}
	return nil, fault.Forbidden("您不能将资源设置为此状态。")
}

// StatusCommand is the command that asks for a status: a member's own change, a submission, or a decision
// of the staff, by who asks and where the project stands.
func StatusCommand(s State, by Actor, to Status, message string) (Command, error) {
	switch {
	case !to.Known():
		return nil, fault.Invalid("status", "未知的资源状态。")
	case to == Scheduled:
		return nil, fault.Invalid("status", "暂不支持定时发布。")
	case to == Processing:
		return Submit{By: by}, nil
	case by.Staff == NotStaff || s.ownChange(by, to):
		return SetStatus{By: by, To: to}, nil
	case to == Refused:
		return Reject{By: by, Message: message}, nil
	case to == Held:
		return Withhold{By: by, Message: message}, nil
	case to == Draft:
		return SetStatus{By: by, To: to}, nil
	}
	return Approve{By: by, Status: to, Message: message}, nil
}

// ownChange says that someone of the staff changes a project of his own as any member may.
func (s State) ownChange(by Actor, to Status) bool {
	by.Staff = NotStaff
	return s.Status.Approved() && to.Requestable() && s.PermissionsOf(by).Has(EditDetails)
}
