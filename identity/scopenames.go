package identity

import (
	"slices"
	"strings"
)

// ScopeNames are the names of the scopes, in the order of their bits; "-" for a bit that belongs to no scope. Clients of
// OAuth 2 ask for scopes by these names.
func ScopeNames() []string {
	return strings.Fields(`USER_READ_EMAIL USER_READ USER_WRITE USER_DELETE USER_AUTH_WRITE NOTIFICATION_READ NOTIFICATION_WRITE
		PAYOUTS_READ PAYOUTS_WRITE ANALYTICS PROJECT_CREATE PROJECT_READ PROJECT_WRITE PROJECT_DELETE VERSION_CREATE VERSION_READ
		VERSION_WRITE VERSION_DELETE REPORT_CREATE REPORT_READ REPORT_WRITE REPORT_DELETE THREAD_READ THREAD_WRITE PAT_CREATE PAT_READ
		PAT_WRITE PAT_DELETE SESSION_READ SESSION_DELETE PERFORM_ANALYTICS COLLECTION_CREATE COLLECTION_READ COLLECTION_WRITE
		COLLECTION_DELETE ORGANIZATION_CREATE ORGANIZATION_READ ORGANIZATION_WRITE ORGANIZATION_DELETE SESSION_ACCESS WIKI_WRITE
		- - - - - - - SERVER_READ SERVER_POWER SERVER_WRITE`)
}

// Names are the names of the scopes of a set, in the order of their bits.
func (s Scopes) Names() []string {
	var names []string
	for bit, name := range ScopeNames() {
		if name != "-" && s.Has(1<<bit) {
			names = append(names, name)
		}
	}
	return names
}

// scopeOf is the scope of a name.
func scopeOf(name string) (Scopes, bool) {
	bit := slices.Index(ScopeNames(), name)
	if bit < 0 || name == "-" {
		return 0, false
	}
	return 1 << bit, true
}
