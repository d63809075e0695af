// Package account names what the log may know of an account: that its public profile changed.
// Names, pictures and addresses never enter an event; projections read the profile again.
package account

// ProfileChanged says that the name, picture, role or another public part of a profile changed.
// Stream: account-<id>.
type ProfileChanged struct {
	Account string `json:"account"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"account.profile-changed.v1": ProfileChanged{}, "account.erased.v1": Erased{}}
}
