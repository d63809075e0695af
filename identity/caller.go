package identity

import (
	"context"

	"github.com/modyard/modyard/domain/actor"
)

// Kind is how a caller was authenticated.
type Kind string

// The kinds of callers. The zero Kind is anonymous.
const (
	KindAnonymous Kind = ""
	KindSession   Kind = "session"
	KindPAT       Kind = "pat"
	KindOAuth     Kind = "oauth" // a token of an application, in no role of the staff
)

// Caller is the account that makes a request. The zero Caller is anonymous.
type Caller struct {
	Account string // id
	Role    Role
	Analyst bool // reads every recorded download
	// Treasurer keeps the site's money. No profile shows it.
	Treasurer bool
	Scopes    Scopes
	Kind      Kind
	Session   string // id of the session, for KindSession
	// Credential is the public id of the session or access token, as stored in the log; of an application's token, that of
	// the authorization.
	Credential string
	// Suspended are the account's suspensions that last (Refused).
	Suspended []Suspension
	// Rejected is true for an anonymous caller whose token is unknown, expired or revoked: public reads only.
	Rejected bool
	// Position is that of the account's last command, if it is recent: reads wait for it.
	Position uint64

	used *scopeUse // nil: not recorded
}

// SignedIn is true if the caller has an account.
func (c Caller) SignedIn() bool { return c.Account != "" }

// Staff is true if the caller is a moderator or an administrator. A token has its owner's role, within its scopes.
func (c Caller) Staff() bool { return c.Role.Staff() }

// Can is true if the caller is signed in and has the scopes.
func (c Caller) Can(scope Scopes) bool {
	c.used.add(scope)
	return c.SignedIn() && c.Scopes.Has(scope)
}

// Require returns a fault with the reason if Can is false, or if a suspension refuses requests of the scope.
func (c Caller) Require(scope Scopes) error {
	c.used.add(scope)
	switch {
	case c.Rejected:
		return errBadToken
	case !c.SignedIn():
		return errNotSignedIn
	case !c.Scopes.Has(scope):
		return errNoScope
	}
	return c.Refused(scope)
}

// Admit returns a fault for a request that may change something and came with an invalid token.
func (c Caller) Admit() error {
	if c.Rejected {
		return errBadToken
	}
	return nil
}

type callerKey struct{}

// FromContext returns the caller of the request of ctx.
func FromContext(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// WithCaller returns a context with the caller. Middleware calls it for requests.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerKey identifies the caller for the rate limit; "" for an anonymous one.
func CallerKey(ctx context.Context) string { return FromContext(ctx).Account }

// Actor is the caller in the form of the rules.
func (c Caller) Actor() actor.Actor {
	a := actor.Actor{Account: c.Account, Program: c.Kind == KindPAT || c.Kind == KindOAuth}
	switch c.Role {
	case RoleModerator:
		a.Rank = actor.Moderator
	case RoleAdmin:
		a.Rank = actor.Admin
	}
	return a
}
