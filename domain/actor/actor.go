// Package actor describes the caller of a command, as the rules see it.
package actor

import "github.com/modyard/modyard/domain/role"

// Rank is the rank of a member of the site's staff. Each has the rights of those below it.
type Rank int

// The ranks. The zero Rank is that of accounts outside the staff.
const (
	NotStaff Rank = iota
	Moderator
	Admin
)

// Actor is the account that sends a command, with rights that are not in the stream of the command's object. The zero
// Actor is an anonymous caller.
type Actor struct {
	Account string // empty for an anonymous caller
	Rank    Rank
	// OrganizationMember is true if the account is an accepted member of the organization that owns the project of the
	// decision. OrganizationPermissions are the bits of what such a member may do with the project.
	OrganizationMember      bool
	OrganizationPermissions uint64
	// Program is true if the request came with an access token, as programs send them. Screens of the site use sessions.
	Program bool
}

// SignedIn is true if the actor has an account.
func (a Actor) SignedIn() bool { return a.Account != "" }

// Staff is true if the actor is a moderator or an administrator.
func (a Actor) Staff() bool { return a.Account != "" && a.Rank >= Moderator }

// Admin is true if the actor is an administrator.
func (a Actor) Admin() bool { return a.Account != "" && a.Rank == Admin }

// With returns the actor with another rank.
func (a Actor) With(r Rank) Actor {
	a.Rank = r
	return a
}

// Least returns the least role for which passes accepts the actor: own for the account without a rank, otherwise the
// lowest sufficient rank. It returns the last error if no rank of the actor suffices.
func (a Actor) Least(own role.Role, passes func(Actor) error) (role.Role, error) {
	as := own
	for rank := NotStaff; ; rank++ {
		err := passes(a.With(rank))
		if err == nil {
			return as, nil
		}
		if rank >= a.Rank {
			return "", err
		}
		as = roleOf(rank + 1)
	}
}

func roleOf(r Rank) role.Role {
	if r == Admin {
		return role.Admin
	}
	return role.Moderator
}
