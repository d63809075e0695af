package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// PermissionsOf resolves what an actor may do: admin, accepted member, member of the owning organization,
// moderator, none, in this order.
func (s State) PermissionsOf(a actor.Actor) Permissions {
	if a.Account == "" {
		return 0
	}
	if a.Admin() {
		return AllPermissions
	}
	if m, ok := s.Member(a.Account); ok && m.Accepted {
		return m.Permissions
	}
	if s.Organization != "" && a.OrganizationMember {
		return Permissions(a.OrganizationPermissions)
	}
	if a.Rank == actor.Moderator {
		return ModeratorPermissions
	}
	return 0
}

// RoleOf is the least role in which an actor holds a right on the project; empty where the actor does not hold it.
func (s State) RoleOf(a actor.Actor, right Permissions) role.Role {
	as, err := a.Least(s.teamRole(a), func(a actor.Actor) error {
		if !s.PermissionsOf(a).Has(right) {
			return forbidden()
		}
		return nil
	})
	if err != nil {
		return ""
	}
	return as
}

// teamRole is how an actor stands to the project without what the staff may do.
func (s State) teamRole(a actor.Actor) role.Role {
	switch m, ok := s.Member(a.Account); {
	case a.Account == "":
		return role.System
	case a.Account == s.Owner:
		return role.Owner
	case ok && m.Accepted:
		return role.Member
	case s.Organization != "" && a.OrganizationMember:
		return role.OrganizationMember
	}
	return role.Self
}

// ownerRole is the role in which an actor does what is the owner's to do.
func (s State) ownerRole(a actor.Actor) role.Role {
	if a.Account == s.Owner {
		return role.Owner
	}
	return role.Admin
}

// allow says that the actor may see the project and holds a right on it, and gives the reason that the act keeps.
func (s State) allow(a actor.Actor, right Permissions, given *reason.Reason) (*reason.Reason, error) {
	if !s.VisibleTo(a) {
		return nil, notFound()
	}
	if !s.PermissionsOf(a).Has(right) {
		return nil, forbidden()
	}
	return s.why(a, s.RoleOf(a, right), given)
}

// why is the reason that an act in a role keeps. The staff owe one where the project is somebody else's.
func (s State) why(a actor.Actor, as role.Role, given *reason.Reason) (*reason.Reason, error) {
	if a.Account != "" && a.Account == s.Owner {
		as = role.Owner
	}
	return reason.For(as, given)
}

// VisibleTo says that the project may be shown to an actor at all: hidden ones only to staff, members,
// the invited and the organization's people.
func (s State) VisibleTo(a actor.Actor) bool {
	if !s.Exists() {
		return false
	}
	if !s.Status.Hidden() {
		return true
	}
	if a.Account == "" {
		return false
	}
	if a.Staff() {
		return true
	}
	if _, ok := s.Member(a.Account); ok {
		return true
	}
	return s.Organization != "" && a.OrganizationMember
}
