// Package account is what the log knows of accounts: that a profile changed, a name was given up, an account was closed,
// and which task on the site somebody was given by whom and why. Names, pictures and addresses never enter an event;
// projections read the profile again.
package account

import "github.com/modyard/modyard/domain/reason"

// Stream is the stream of an account.
func Stream(account string) string { return "account-" + account }

// ProfileChanged says that the picture, the text about oneself or another public part of a profile changed, or what
// follows from a role. Stream: account-<id>.
//
// History: {actor} changes the profile of {account}[ because {reason.code}].
type ProfileChanged struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // where an administrator changed it
}

// UsernameChanged says that an account goes by another name from now on; neither name is told. Stream: account-<id>.
//
// History: {actor} gives {account} another name[ because {reason.code}].
type UsernameChanged struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // where an administrator changed it
}

// Closed says that the account was closed by its owner: nobody can sign in to it any more, its profile is gone and so
// is its role. Stream: account-<id>.
//
// History: {actor} closes the account {account}.
type Closed struct {
	Account string `json:"account"`
}

// RoleGranted says that an account got a task on the site. Stream: account-<id>.
//
// History: {actor} makes {account} {role}[ because {reason.code}].
type RoleGranted struct {
	Account string            `json:"account"`
	Role    Role              `json:"role"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // nil only where the program itself gave it
}

// RoleRevoked says that a task on the site was taken from an account. Stream: account-<id>.
//
// History: {actor} takes the role {role} from {account}[ because {reason.code}].
type RoleRevoked struct {
	Account string            `json:"account"`
	Role    Role              `json:"role"` // that it had
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"account.profile-changed.v1":  ProfileChanged{},
		"account.username-changed.v1": UsernameChanged{},
		"account.closed.v1":           Closed{},
		"account.erased.v1":           Erased{},
		"account.role-granted.v1":     RoleGranted{},
		"account.role-revoked.v1":     RoleRevoked{},
	}
}
