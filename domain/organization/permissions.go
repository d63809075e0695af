package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
)

// Permissions is the set of a member's rights on the organization itself.
type Permissions uint64

// The permission bits of an organization member.
const (
	EditDetails Permissions = 1 << iota
	ManageInvites
	RemoveMember
	EditMember
	AddProject
	RemoveProject
	DeleteOrganization
	EditMemberDefaults

	AllPermissions = EditMemberDefaults<<1 - 1 // 255
	// ModeratorPermissions are a moderator's rights on every organization: 17.
	ModeratorPermissions = EditDetails | AddProject
)

// Has is true if p contains every bit of q.
func (p Permissions) Has(q Permissions) bool { return p&q == q }

// PermissionsOf returns an actor's rights on the organization itself. The first that applies counts: admin, accepted
// member, moderator, none.
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
	if a.Rank == actor.Moderator {
		return ModeratorPermissions
	}
	return 0
}

// InProjects returns the actor with the rights on the organization's projects that follow from the membership.
func (s State) InProjects(a actor.Actor) actor.Actor {
	a.OrganizationMember, a.OrganizationPermissions = false, 0
	if m, ok := s.Member(a.Account); ok && m.Accepted && s.Exists() {
		a.OrganizationMember, a.OrganizationPermissions = true, uint64(m.ProjectPermissions)
	}
	return a
}

// projectPermissionsOf are the rights on the organization's projects that an actor may grant.
func (s State) projectPermissionsOf(a actor.Actor) project.Permissions {
	if a.Account != "" && a.Admin() {
		return project.AllPermissions
	}
	if m, ok := s.Member(a.Account); ok && m.Accepted {
		return m.ProjectPermissions
	}
	return 0
}
