package account

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Role is a task on the site that an account has; most have none.
type Role string

// The tasks, each with the rights of those before it.
const (
	None      Role = ""
	Moderator Role = "moderator"
	Admin     Role = "admin"
)

func (r Role) known() bool { return r == None || r == Moderator || r == Admin }

// State is what an account's events say of it.
type State struct {
	Role   Role
	Closed bool
}

// Evolve adds one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case RoleGranted:
		s.Role = e.Role
	case RoleRevoked:
		s.Role = None
	case Closed:
		s.Role, s.Closed = None, true
	}
	return s
}

// ChangeRole gives an account another role, or none.
type ChangeRole struct {
	Account string
	To      Role
	As      role.Role // the power that is used: admin, or system for the program itself
	By      string    // the account that decides; empty for the program
	Holds   Role      // what By itself has, as its own stream says
	Reason  *reason.Reason
}

// Decide answers a command with the events that follow, or with a *fault.Error. Only administrators change roles, and nobody their own: so that whoever takes the role of one
// administrator is another, and the site always keeps one.
func Decide(s State, c ChangeRole) ([]decision.Event, error) {
	if !c.To.known() {
		return nil, fault.Invalid("role", "角色不存在")
	}
	if c.As != role.System && (c.As != role.Admin || c.Holds != Admin) {
		return nil, fault.Forbidden("您没有进行该操作的权限")
	}
	if s.Role == c.To {
		return nil, nil
	}
	if c.By == c.Account {
		return nil, fault.Invalid("role", "不能修改自己的角色")
	}
	if s.Closed {
		return nil, fault.Conflict("该账户已注销，不能再有角色")
	}
	why, err := reason.For(c.As, c.Reason)
	if err != nil {
		return nil, err
	}
	var events []any
	if s.Role != None {
		events = append(events, RoleRevoked{Account: c.Account, Role: s.Role, Reason: why.To(c.Account)})
	}
	if c.To != None {
		events = append(events, RoleGranted{Account: c.Account, Role: c.To, Reason: why.To(c.Account)})
	}
	return decision.In(c.As, events, nil)
}
