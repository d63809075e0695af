package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Command is a command on an organization. Every command is a small struct.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error. No events and no error means that the requested state
// already exists.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

func notFound() error { return fault.NotFound("团队不存在") }

// allow returns an error if the organization does not exist or the actor lacks a right on it.
func (s State) allow(a actor.Actor, right Permissions) error {
	if !s.Exists() {
		return notFound()
	}
	if !s.PermissionsOf(a).Has(right) {
		return fault.Forbidden("你没有执行此操作的权限。")
	}
	return nil
}

// owns is true if the actor is the owner, or may act as the owner.
func (s State) owns(a actor.Actor) bool {
	return a.Account != "" && (a.Admin() || a.Account == s.Owner)
}

// may returns the role in which the actor may do what passes accepts, and the reason, which the staff must give. For
// the staff, a moderator's rank is tried before an administrator's.
func (s State) may(a actor.Actor, given *reason.Reason, passes func(actor.Actor) error) (role.Role, *reason.Reason, error) {
	own := role.Member
	if a.Account == s.Owner {
		own = role.Owner
	}
	as, err := a.Least(own, passes)
	if err != nil {
		return "", nil, err
	}
	why, err := reason.By(a, as, given)
	return as, why, err
}

// mayBy is may for a right on the organization.
func (s State) mayBy(a actor.Actor, given *reason.Reason, right Permissions) (role.Role, *reason.Reason, error) {
	return s.may(a, given, func(a actor.Actor) error { return s.allow(a, right) })
}
