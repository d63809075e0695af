// Package role names the powers in which somebody acts. An event says the least that was enough: who may do a thing
// as its owner does not do it as an administrator.
package role

// Role is the power that a decision used.
type Role string

// The roles, from the least to the most, and those of the program itself.
const (
	Self               Role = "self"                // about oneself: joining, leaving, following, one's own report
	Owner              Role = "owner"               // of the thing
	Member             Role = "member"              // accepted, with the right that was needed
	OrganizationMember Role = "organization-member" // by the organization that owns the thing
	Moderator          Role = "moderator"
	Admin              Role = "admin"
	System             Role = "system" // the program: sweeps, the demonstration set
	Import             Role = "import"
)

// Staff says that the role speaks for the site: what it does to other people's things needs a reason.
func (r Role) Staff() bool { return r == Moderator || r == Admin }

// Known says that r is one of the roles.
func (r Role) Known() bool {
	switch r {
	case Self, Owner, Member, OrganizationMember, Moderator, Admin, System, Import:
		return true
	}
	return false
}
