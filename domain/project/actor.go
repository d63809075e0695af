package project

// Staff is the rank of a member of the site's staff.
type Staff int

// The ranks. The zero value is nobody's.
const (
	NotStaff Staff = iota
	Moderator
	Admin
)

// Actor is who asks, with the rights that do not stand in the project's own stream.
type Actor struct {
	Account string // empty for nobody
	Staff   Staff
	// OrganizationMember says that the account is an accepted member of the organization that owns the project, and
	// OrganizationPermissions what such a member may do with the organization's projects.
	OrganizationMember      bool
	OrganizationPermissions Permissions
}

// PermissionsOf resolves what an actor may do: admin, accepted member, member of the owning organization,
// moderator, none, in this order.
func (s State) PermissionsOf(a Actor) Permissions {
	if a.Account == "" {
		return 0
	}
	if a.Staff == Admin {
		return AllPermissions
	}
	if m, ok := s.Member(a.Account); ok && m.Accepted {
		return m.Permissions
	}
	if s.Organization != "" && a.OrganizationMember {
		return a.OrganizationPermissions
	}
	if a.Staff == Moderator {
		return ModeratorPermissions
	}
	return 0
}

// VisibleTo says that the project may be shown to an actor at all: hidden ones only to staff, members,
// the invited and the organization's people.
func (s State) VisibleTo(a Actor) bool {
	if !s.Exists() {
		return false
	}
	if !s.Status.Hidden() {
		return true
	}
	if a.Account == "" {
		return false
	}
	if a.Staff != NotStaff {
		return true
	}
	if _, ok := s.Member(a.Account); ok {
		return true
	}
	return s.Organization != "" && a.OrganizationMember
}
