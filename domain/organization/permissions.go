package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
)

// Permissions is a set of what a member may do with the organization itself.
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
	// ModeratorPermissions is what a moderator may do with every organization: 17.
	ModeratorPermissions = EditDetails | AddProject
)

// Has says that p holds every bit of q.
func (p Permissions) Has(q Permissions) bool { return p&q == q }

// PermissionsOf resolves what an actor may do with the organization itself: admin, accepted member, moderator, none,
// in this order.
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

// InProjects is the actor with what the organization's membership gives them on its projects.
func (s State) InProjects(a actor.Actor) actor.Actor {
	a.OrganizationMember, a.OrganizationPermissions = false, 0
	if m, ok := s.Member(a.Account); ok && m.Accepted && s.Exists() {
		a.OrganizationMember, a.OrganizationPermissions = true, uint64(m.ProjectPermissions)
	}
	return a
}

// projectPermissionsOf is what an actor may give to others on the organization's projects.
func (s State) projectPermissionsOf(a actor.Actor) project.Permissions {
	if a.Account != "" && a.Admin() {
		return project.AllPermissions
	}
	if m, ok := s.Member(a.Account); ok && m.Accepted {
		return m.ProjectPermissions
	}
	return 0
}
