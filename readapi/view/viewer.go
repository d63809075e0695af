package view

import (
	"context"

	"github.com/modyard/modyard/identity"
)

// Viewer is who reads. The zero Viewer is anonymous.
type Viewer struct {
	Account string
	Staff   bool
}

// Inside is the viewer's account where it is inside of what is shown, else empty.
func (v Viewer) Inside(inside bool) string {
	if !inside {
		return ""
	}
	return v.Account
}

// As is the caller of a request as far as a scope goes: anonymous where the token lacks it.
func As(ctx context.Context, scope identity.Scopes) Viewer {
	c := identity.FromContext(ctx)
	if !c.Can(scope) {
		return Viewer{}
	}
	return Viewer{Account: c.Account, Staff: c.Staff()}
}

// Projects is the viewer as far as hidden projects go.
func Projects(ctx context.Context) Viewer { return As(ctx, identity.ScopeProjectRead) }

// Versions is the viewer as far as hidden versions go.
func Versions(ctx context.Context) Viewer { return As(ctx, identity.ScopeVersionRead) }

// Organizations is the viewer as far as an organization's invited members and its members' rights go.
func Organizations(ctx context.Context) Viewer { return As(ctx, identity.ScopeOrganizationRead) }
