package application

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Act is what the staff does about an application.
type Act string

// The acts.
const (
	Suspend Act = "suspend"
	Restore Act = "restore"
	Verify  Act = "verify"
)

// Judge is an act of the staff.
type Judge struct {
	By     actor.Actor
	Act    Act
	Reason *reason.Reason
}

func (c Judge) decide(s State) ([]any, role.Role, error) {
	if !c.By.Staff() {
		return nil, "", fault.Forbidden("只有管理人员可以停用、恢复或核实应用。")
	}
	if !s.Exists() {
		return nil, "", notFound()
	}
	as := role.Moderator
	if c.Act == Verify {
		if !c.By.Admin() {
			return nil, "", fault.Forbidden("只有管理员可以核实应用。")
		}
		as = role.Admin
	}
	why, err := reason.For(as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	to := why.To(s.Account)
	switch {
	case c.Act == Suspend && !s.Suspended:
		return []any{Suspended{Application: s.ID, Reason: to}}, as, nil
	case c.Act == Restore && s.Suspended:
		return []any{Restored{Application: s.ID, Reason: to}}, as, nil
	case c.Act == Verify && !s.Verified:
		return []any{Verified{Application: s.ID, Reason: to}}, as, nil
	}
	return nil, as, nil
}
