package organization

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// teamOf is what faults call the thing that an organization's members belong to.
const teamOf = "团队"

// Command is what can be asked of an organization. Every command is a small struct.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide answers a command with the events that follow from it and the least role that was enough, or with a
// *fault.Error. No events and no error means that what was asked is already so.
func Decide(s State, c Command) ([]any, role.Role, error) { return c.decide(s) }

func notFound() error { return fault.NotFound("团队不存在") }

// allow says that the organization is there and that the actor holds a right on it.
func (s State) allow(a Actor, right Permissions) error {
	if !s.Exists() {
		return notFound()
	}
	if !s.PermissionsOf(a).Has(right) {
		return fault.Forbidden("您没有执行此操作的权限。")
	}
	return nil
}

// owns says that the actor is the owner, or may act as him.
func (s State) owns(a Actor) bool {
	return a.Account != "" && (a.Staff == project.Admin || a.Account == s.Owner)
}

// may says in which role somebody does what passes lets him do, and why: the staff must say so. For the staff a
// moderator's rank is tried before an administrator's.
func (s State) may(a Actor, given *reason.Reason, passes func(Actor) error) (role.Role, *reason.Reason, error) {
	as, err := s.least(a, passes)
	if err != nil {
		return "", nil, err
	}
	why, err := reason.For(as, given)
	return as, why, err
}

// mayBy is may for a right on the organization.
func (s State) mayBy(a Actor, given *reason.Reason, right Permissions) (role.Role, *reason.Reason, error) {
	return s.may(a, given, func(a Actor) error { return s.allow(a, right) })
}

func (s State) least(a Actor, passes func(Actor) error) (role.Role, error) {
	err := passes(Actor{Account: a.Account})
	if err == nil && a.Account == s.Owner {
		return role.Owner, nil
	}
	if err == nil {
		return role.Member, nil
	}
	for _, rank := range []struct {
		staff project.Staff
		role  role.Role
	}{{project.Moderator, role.Moderator}, {project.Admin, role.Admin}} {
		if rank.staff > a.Staff {
			break
		}
		if err = passes(Actor{Account: a.Account, Staff: rank.staff}); err == nil {
			return rank.role, nil
		}
	}
	return "", err
}
