package identity

import (
	"context"

	"github.com/modyard/modyard/domain/actor"
)

// Kind says how a caller proved who they are.
type Kind string

// The kinds of callers. The zero Kind is anonymous.
const (
	KindAnonymous Kind = ""
	KindSession   Kind = "session"
	KindPAT       Kind = "pat"
)

// Caller is who makes a request. The zero Caller is anonymous.
type Caller struct {
	Account string // id
	Role    Role
	Scopes  Scopes
	Kind    Kind
	Session string // id of the session, for KindSession
	// Credential is the public id of the session or access token, as the log keeps it.
	Credential string
}

// SignedIn says whether the caller has an account.
func (c Caller) SignedIn() bool { return c.Account != "" }

// Staff says whether the caller moderates. A token acts with its owner's role, within its scopes.
func (c Caller) Staff() bool { return c.Role.Staff() }

// Can says whether the caller is signed in and holds the scopes.
func (c Caller) Can(scope Scopes) bool { return c.SignedIn() && c.Scopes.Has(scope) }

// Require gives a fault that says why not, where Can says no.
func (c Caller) Require(scope Scopes) error {
	switch {
	case !c.SignedIn():
		return errNotSignedIn
	case !c.Scopes.Has(scope):
		return errNoScope
	}
	return nil
}

type callerKey struct{}

// FromContext is who makes the request that ctx belongs to.
func FromContext(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// WithCaller lets everything under the context act for the caller. Middleware does it for requests.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerKey names the caller for the rate limit; "" for an anonymous one.
func CallerKey(ctx context.Context) string { return FromContext(ctx).Account }

// Actor is the caller as rules know them.
func (c Caller) Actor() actor.Actor {
	a := actor.Actor{Account: c.Account}
	switch c.Role {
	case RoleModerator:
		a.Rank = actor.Moderator
	case RoleAdmin:
		a.Rank = actor.Admin
	}
	return a
}
