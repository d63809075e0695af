package view

import (
	"context"

	"github.com/modyard/modyard/identity"
)

// Viewer is the caller as a reader. The zero Viewer is anonymous.
type Viewer struct {
	Account string
	Staff   bool
}

// Inside is the viewer's account where the viewer belongs to the shown item's team, otherwise empty.
func (v Viewer) Inside(inside bool) string {
	if !inside {
		return ""
	}
	return v.Account
}

// As is the caller of a request under a scope: anonymous where the token lacks it.
func As(ctx context.Context, scope identity.Scopes) Viewer {
	if !identity.FromContext(ctx).Can(scope) {
		return Viewer{}
	}
	return Caller(ctx)
}

// Caller is the viewer of a route that has checked the scope.
func Caller(ctx context.Context) Viewer {
	c := identity.FromContext(ctx)
	return Viewer{Account: c.Account, Staff: c.Staff()}
}

// Projects is the viewer of hidden projects.
func Projects(ctx context.Context) Viewer { return As(ctx, identity.ScopeProjectRead) }

// Versions is the viewer of hidden versions.
func Versions(ctx context.Context) Viewer { return As(ctx, identity.ScopeVersionRead) }

// Organizations is the viewer of an organization's invitations and its members' rights.
func Organizations(ctx context.Context) Viewer { return As(ctx, identity.ScopeOrganizationRead) }
