package application

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Cause is why an authorization ended.
type Cause string

// The causes.
const (
	ByAccount Cause = "account"        // the account revoked it
	ByReuse   Cause = "reuse"          // a refresh token was used twice: somebody else may have a copy
	ByClosing Cause = "account-closed" // the account left
)

// Granted allows an application to act for an account. One that is live already is replaced by it: the scopes are all that
// the application may do from then on.
//
// History: {account} allows the application {application} {scopes}[ and {openid}].
type Granted struct {
	Account     string   `json:"account"`
	Application string   `json:"application"`
	Scopes      Scopes   `json:"scopes"`
	OpenID      []string `json:"openid,omitempty"`
	HandOvers   int      `json:"hand_overs,omitempty"` // how often the application had got another owner by then
}

// Narrowed leaves an application fewer scopes.
//
// History: {account} leaves the application {application} only {scopes}.
type Narrowed struct {
	Account     string `json:"account"`
	Application string `json:"application"`
	Scopes      Scopes `json:"scopes"`
}

// Revoked ends an authorization, and every token of it.
//
// History: the authorization of the application {application} by {account} ends with the cause {cause}.
type Revoked struct {
	Account     string `json:"account"`
	Application string `json:"application"`
	Cause       Cause  `json:"cause"`
}

// Authorization is what an account allows an application, folded from its stream. The zero value allows nothing.
type Authorization struct {
	Account, Application string
	Live                 bool
	Scopes               Scopes
	OpenID               []string
	Since                time.Time
	// Grants counts how often it began: a token belongs to one of them, so that none survives a revocation.
	Grants int
	// HandOvers is that of the application when the account last allowed it something: a later owner has to ask again.
	HandOvers int
	// Events counts the events of the stream: a copy of the state is older than another one if it has fewer.
	Events int
}

// AuthorizationID is the public id of an authorization, and that of its stream.
func AuthorizationID(account, application string) string { return account + "-" + application }

// EvolveAuthorization applies one event to a state.
func EvolveAuthorization(s Authorization, event any, at time.Time) Authorization {
	s.Events++
	switch e := event.(type) {
	case Granted:
		s.Account, s.Application, s.Scopes, s.OpenID = e.Account, e.Application, e.Scopes, slices.Clone(e.OpenID)
		s.HandOvers = e.HandOvers
		if !s.Live {
			s.Live, s.Since = true, at
			s.Grants++
		}
	case Narrowed:
		s.Scopes = e.Scopes
	case Revoked:
		s.Live = false
	}
	return s
}

// AuthorizationCommand is a command on an authorization.
type AuthorizationCommand interface {
	decide(s Authorization) ([]any, role.Role, error)
}

// DecideAuthorization returns the events of a command, or a *fault.Error.
func DecideAuthorization(s Authorization, c AuthorizationCommand) ([]decision.Event, error) {
	return decision.Of(c.decide(s))
}

// OpenIDScopes are the scopes of OpenID Connect that an application may ask for, in their order.
func OpenIDScopes() []string { return []string{"openid", "profile", "email", "offline_access"} }

// Grant allows an application what the account accepted, in addition to what it allows already. What it allowed before the
// application got another owner is not part of it: the account was not asked about that.
type Grant struct {
	Account string // that acts
	Of      State  // the application, as it is now
	Scopes  Scopes
	OpenID  []string
}

func (c Grant) decide(s Authorization) ([]any, role.Role, error) {
	switch {
	case c.Account == "":
		return nil, "", fault.Unauthorized("请先登录。")
	case !c.Of.Usable():
		return nil, "", notUsable(c.Of)
	case c.Scopes&^c.Of.Scopes != 0:
		return nil, "", invalidScopes()
	}
	scopes, openid := c.Scopes, slices.Clone(c.OpenID)
	current := s.Live && s.HandOvers == c.Of.HandOvers
	if current {
		scopes |= s.Scopes & c.Of.Scopes
		openid = append(openid, s.OpenID...)
	}
	var kept []string
	for _, known := range OpenIDScopes() {
		if slices.Contains(openid, known) {
			kept = append(kept, known)
		}
	}
	if current && scopes == s.Scopes && slices.Equal(kept, s.OpenID) {
		return nil, role.Self, nil
	}
	return []any{Granted{Account: c.Account, Application: c.Of.ID, Scopes: scopes, OpenID: kept, HandOvers: c.Of.HandOvers}}, role.Self, nil
}

// Narrow leaves an application only some of its scopes.
type Narrow struct{ Scopes Scopes }

func (c Narrow) decide(s Authorization) ([]any, role.Role, error) {
	switch {
	case !s.Live:
		return nil, "", noAuthorization()
	case c.Scopes&^s.Scopes != 0:
		return nil, "", fault.Invalid("scopes", "只能减少权限；增加权限需要应用重新请求授权。")
	case c.Scopes == s.Scopes:
		return nil, role.Self, nil
	}
	return []any{Narrowed{Account: s.Account, Application: s.Application, Scopes: c.Scopes}}, role.Self, nil
}

// Revoke ends an authorization. The program sends it with another cause than ByAccount.
type Revoke struct{ Cause Cause }

func (c Revoke) decide(s Authorization) ([]any, role.Role, error) {
	as := role.System
	if c.Cause == ByAccount {
		as = role.Self
	}
	switch {
	case !s.Live && c.Cause == ByAccount:
		return nil, "", noAuthorization()
	case !s.Live:
		return nil, as, nil
	}
	return []any{Revoked{Account: s.Account, Application: s.Application, Cause: c.Cause}}, as, nil
}

func noAuthorization() error { return fault.NotFound("没有对这个应用的授权。") }
