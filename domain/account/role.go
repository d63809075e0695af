package account

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Role is the role of an account on the site; most accounts have none.
type Role string

// The roles, each with the rights of those before it.
const (
	None      Role = ""
	Moderator Role = "moderator"
	Admin     Role = "admin"
)

func (r Role) known() bool { return r == None || r == Moderator || r == Admin }

// State is the state of an account, folded from its events.
type State struct {
	Role      Role
	Analyst   bool
	Treasurer bool
	Closed    bool
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case RoleGranted:
		s.Role = e.Role
	case RoleRevoked:
		s.Role = None
	case RightGranted:
		s.give(e.Right, true)
	case RightRevoked:
		s.give(e.Right, false)
	case Closed:
		s = State{Closed: true}
	}
	return s
}

// ChangeRole gives an account another role, or none.
type ChangeRole struct {
	Account string
	To      Role
	As      role.Role // the role that is used: admin, or system for the program itself
	By      string    // the deciding account; empty for the program
	Holds   Role      // the role of By, from its own stream
	Reason  *reason.Reason
}

// Decide returns the events of a command, or a *fault.Error. Only administrators change roles, and no administrator
// changes their own role, so the site always has at least one.
func Decide(s State, c ChangeRole) ([]decision.Event, error) {
	if !c.To.known() {
		return nil, fault.Invalid("role", "角色不存在")
	}
	if c.As != role.System && (c.As != role.Admin || c.Holds != Admin) {
		return nil, fault.Forbidden("你没有进行该操作的权限")
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
