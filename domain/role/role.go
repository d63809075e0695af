// Package role defines the roles in which actors decide. An event records the least sufficient role: an account that
// may act as the owner does not act as an administrator.
package role

// Role is the role in which a decision was made.
type Role string

// The roles of people, from the least to the most powerful, and those of the program itself.
const (
	Self               Role = "self"                // about the actor: joining, leaving, following, an own report
	Owner              Role = "owner"               // of the thing
	Member             Role = "member"              // accepted, with the required right
	OrganizationMember Role = "organization-member" // by the organization that owns the thing
	Moderator          Role = "moderator"
	Treasurer          Role = "treasurer" // keeps the money of the site
	Admin              Role = "admin"
	System             Role = "system" // the program: sweeps, the demonstration data
	Import             Role = "import"
)

// Staff is true if the role acts for the site: it needs a reason to change another account's content.
func (r Role) Staff() bool { return r == Moderator || r == Admin }

// Known is true if r is one of the roles.
func (r Role) Known() bool {
	switch r {
	case Self, Owner, Member, OrganizationMember, Moderator, Treasurer, Admin, System, Import:
		return true
	}
	return false
}
