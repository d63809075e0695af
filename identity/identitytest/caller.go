// Package identitytest sets the caller of a test's requests.
package identitytest

import (
	"net/http"

	"github.com/modyard/modyard/identity"
)

// Middleware sets the caller of every request to the result of who.
func Middleware(who func(*http.Request) identity.Caller) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(identity.WithCaller(r.Context(), who(r))))
		})
	}
}

// Session is an account that is signed in to the site, or an anonymous caller without an account.
func Session(account string, role identity.Role) identity.Caller {
	if account == "" {
		return identity.Caller{}
	}
	return identity.Caller{Account: account, Role: role, Scopes: identity.AllScopes, Kind: identity.KindSession}
}
