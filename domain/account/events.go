// Package account defines the events of accounts: a profile changed, a username changed, an owner leaves, returns or closed
// the account, the staff suspended or restored it, a role on the site was granted or revoked, by whom and why. Events never contain names, pictures or addresses; projections
// read the profile again.
package account

import "github.com/modyard/modyard/domain/reason"

// Stream is the stream of an account.
func Stream(account string) string { return "account-" + account }

// ProfileChanged records that a public part of a profile changed, such as the picture or the biography, or data that
// depends on a role. Stream: account-<id>.
//
// History: {actor} changes the profile of {account}[ because {reason.code}].
type ProfileChanged struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // if an administrator changed it
}

// UsernameChanged records that an account has another name from now on; it contains neither name. Stream: account-<id>.
//
// History: {actor} gives {account} another name[ because {reason.code}].
type UsernameChanged struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // if an administrator changed it
}

// Closed records that the account was closed by its owner: its sign-in is disabled, and its profile and role are
// deleted. Stream: account-<id>.
//
// History: {actor} closes the account {account}.
type Closed struct {
	Account string `json:"account"`
}

// RoleGranted records that an account got a role on the site. Stream: account-<id>.
//
// History: {actor} makes {account} {role}[ because {reason.code}].
type RoleGranted struct {
	Account string            `json:"account"`
	Role    Role              `json:"role"`
	Reason  *reason.Addressed `json:"reason,omitempty"` // nil only if the program itself granted it
}

// RoleRevoked records that an account lost its role on the site. Stream: account-<id>.
//
// History: {actor} takes the role {role} from {account}[ because {reason.code}].
type RoleRevoked struct {
	Account string            `json:"account"`
	Role    Role              `json:"role"` // the former role
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// ProviderLinked records that the owner of the account can sign in with an account of another site. The name and the id there are
// not part of it. Stream: account-<id>.
//
// History: {actor} links {account} to an account of {provider}.
type ProviderLinked struct {
	Account  string `json:"account"`
	Provider string `json:"provider"` // the key of the site in the configuration
	Link     string `json:"link"`
}

// ProviderUnlinked records that an account of another site signs in to the account no longer. Stream: account-<id>.
//
// History: {actor} ends the link of {account} to an account of {provider}.
type ProviderUnlinked struct {
	Account  string `json:"account"`
	Provider string `json:"provider"`
	Link     string `json:"link"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"account.profile-changed.v1":   ProfileChanged{},
		"account.username-changed.v1":  UsernameChanged{},
		"account.closed.v1":            Closed{},
		"account.erased.v1":            Erased{},
		"account.role-granted.v1":      RoleGranted{},
		"account.role-revoked.v1":      RoleRevoked{},
		"account.provider-linked.v1":   ProviderLinked{},
		"account.provider-unlinked.v1": ProviderUnlinked{},
		"account.right-granted.v1":     RightGranted{},
		"account.right-revoked.v1":     RightRevoked{},
		"account.suspended.v1":         Suspended{},
		"account.restored.v1":          Restored{},
		"account.signed-out.v1":        SignedOut{},
		"account.address-seen.v1":      AddressSeen{},
		"account.leaving.v1":           Leaving{},
		"account.returned.v1":          Returned{},
	}
}
