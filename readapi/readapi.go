// Package readapi is what people see, read from the tables that projections keep: one package per area. No rule is
// decided here but who may see what.
package readapi

import (
	"context"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

// Viewer is the request's caller as far as reading goes: a token reads no more than its scopes allow.
func Viewer(ctx context.Context) view.Viewer {
	c := identity.FromContext(ctx)
	return view.Viewer{
		Account: c.Account, Staff: c.Staff(),
		Projects: c.Can(identity.ScopeProjectRead), Versions: c.Can(identity.ScopeVersionRead),
		Organizations: c.Can(identity.ScopeOrganizationRead),
	}
}
