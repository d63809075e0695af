package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// PermissionsOf returns an actor's rights. The first that applies counts: admin, accepted member, member of the owning
// organization, moderator, none.
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

// InTeam is true for an accepted member of the project or of its organization.
func (s State) InTeam(a actor.Actor) bool {
	if !s.Exists() || a.Account == "" {
		return false
	}
	m, ok := s.Member(a.Account)
	return ok && m.Accepted || s.Organization != "" && a.OrganizationMember
}

// RoleOf is the least role in which an actor has a right on the project; empty if the actor lacks it.
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

// teamRole is an actor's role in the project without the rights of the staff.
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

// ownerRole is the role in which an actor may use the rights of the owner.
func (s State) ownerRole(a actor.Actor) role.Role {
	if a.Account == s.Owner {
		return role.Owner
	}
	return role.Admin
}

// allow returns an error if the actor may not see the project or lacks a right on it; otherwise it returns the role in
// which the actor has the right, and the reason for the event.
func (s State) allow(a actor.Actor, right Permissions, given *reason.Reason) (role.Role, *reason.Reason, error) {
	if err := s.sees(a); err != nil {
		return "", nil, err
	}
	if !s.PermissionsOf(a).Has(right) {
		return "", nil, forbidden()
	}
	as := s.RoleOf(a, right)
	why, err := s.why(a, as, given)
	return as, why, err
}

func (s State) sees(a actor.Actor) error {
	if !s.VisibleTo(a) {
		return notFound()
	}
	return nil
}

// why is the reason for an event in a role. The staff must give one for another account's project.
func (s State) why(a actor.Actor, as role.Role, given *reason.Reason) (*reason.Reason, error) {
	if a.Account != "" && a.Account == s.Owner {
		as = role.Owner
	}
	return reason.By(a, as, given)
}

// VisibleTo is true if the actor may see the project: a hidden one is visible only to the staff, members, invited
// accounts and members of the organization.
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
