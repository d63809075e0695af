package identity

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Scopes is a set of permissions of a token; its JSON form is the number.
type Scopes uint64

// The scopes, with the bits that clients use.
const (
	ScopeUserReadEmail Scopes = 1 << iota
	ScopeUserRead
	ScopeUserWrite
	ScopeUserDelete
	ScopeUserAuthWrite
	ScopeNotificationRead
	ScopeNotificationWrite
	ScopePayoutsRead
	ScopePayoutsWrite
	ScopeAnalytics
	ScopeProjectCreate
	ScopeProjectRead
	ScopeProjectWrite
	ScopeProjectDelete
	ScopeVersionCreate
	ScopeVersionRead
	ScopeVersionWrite
	ScopeVersionDelete
	ScopeReportCreate
	ScopeReportRead
	ScopeReportWrite
	ScopeReportDelete
	ScopeThreadRead
	ScopeThreadWrite
	ScopePATCreate
	ScopePATRead
	ScopePATWrite
	ScopePATDelete
	ScopeSessionRead
	ScopeSessionDelete
	ScopePerformAnalytics
	ScopeCollectionCreate
	ScopeCollectionRead
	ScopeCollectionWrite
	ScopeCollectionDelete
	ScopeOrganizationCreate
	ScopeOrganizationRead
	ScopeOrganizationWrite
	ScopeOrganizationDelete
	ScopeSessionAccess
	ScopeWikiWrite

	scopesEnd
)

// The scopes of hosted servers. The bits between them and the others belong to no scope.
const (
	ScopeServerRead Scopes = 1 << (48 + iota)
	ScopeServerPower
	ScopeServerWrite
)

// AllScopes are those of a session.
const AllScopes = scopesEnd - 1 | ScopeServerRead | ScopeServerPower | ScopeServerWrite

// RestrictedScopes cannot be given to a token, because they would give it control of its owner's whole account.
const RestrictedScopes = ScopeUserDelete | ScopeUserAuthWrite | ScopePATCreate | ScopePATRead | ScopePATWrite | ScopePATDelete |
	ScopeSessionRead | ScopeSessionDelete | ScopePerformAnalytics | ScopeSessionAccess

// Has is true if every scope of want is in the set.
func (s Scopes) Has(want Scopes) bool { return s&want == want }

// Grantable is true if the set may be given to a token: only known scopes, none restricted.
func (s Scopes) Grantable() bool { return s&^AllScopes == 0 && s&RestrictedScopes == 0 }

// UnmarshalJSON accepts the number, also as a decimal string from clients without 64-bit numbers.
func (s *Scopes) UnmarshalJSON(b []byte) error {
	var n json.Number
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	v, err := strconv.ParseUint(n.String(), 10, 63)
	if err != nil {
		return errBadScopes
	}
	*s = Scopes(v)
	return nil
}

// MarshalJSON encodes the number.
func (s Scopes) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d", uint64(s)), nil }
