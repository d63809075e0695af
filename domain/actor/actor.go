// Package actor says who asks for something, as every rule sees it.
package actor

import "github.com/modyard/modyard/domain/role"

// Rank is the rank of a member of the site's staff. Each has the rights of those below it.
type Rank int

// The ranks. The zero Rank is that of everybody who is not of the staff.
const (
	NotStaff Rank = iota
	Moderator
	Admin
)

// Actor is an account that asks for something, with the rights that do not stand in the stream of the thing it is about.
// The zero Actor is an anonymous visitor.
type Actor struct {
	Account string // empty for an anonymous visitor
	Rank    Rank
	// OrganizationMember says that the account is an accepted member of the organization that owns the project that is
	// decided about, and OrganizationPermissions holds the bits of what such a member may do with it.
	OrganizationMember      bool
	OrganizationPermissions uint64
}

// SignedIn says that the actor has an account.
func (a Actor) SignedIn() bool { return a.Account != "" }

// Staff says that the actor is a moderator or an administrator.
func (a Actor) Staff() bool { return a.Account != "" && a.Rank >= Moderator }

// Admin says that the actor is an administrator.
func (a Actor) Admin() bool { return a.Account != "" && a.Rank == Admin }

// With is the actor with another rank.
func (a Actor) With(r Rank) Actor {
	a.Rank = r
	return a
}

// Least finds the least power with which passes lets the actor act: that of an account without a rank, called own, else
// the lowest rank that is enough. It gives the last refusal where none of the actor's is.
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
