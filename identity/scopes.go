package identity

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Scopes is a set of permissions that a token holds; its JSON form is the number.
type Scopes uint64

// The scopes, with the bits that the clients of this API family know.
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

// AllScopes are those of a session.
const AllScopes = scopesEnd - 1

// RestrictedScopes cannot be given to a token: they would let it act as its owner's whole account.
const RestrictedScopes = ScopeUserDelete | ScopeUserAuthWrite | ScopePATCreate | ScopePATRead | ScopePATWrite | ScopePATDelete |
	ScopeSessionRead | ScopeSessionDelete | ScopePerformAnalytics | ScopeSessionAccess

// Has says whether every scope of want is in the set.
func (s Scopes) Has(want Scopes) bool { return s&want == want }

// Grantable says whether the set may be given to a token: known scopes only, none restricted.
func (s Scopes) Grantable() bool { return s&^AllScopes == 0 && s&RestrictedScopes == 0 }

// UnmarshalJSON accepts the number, also as the decimal text that clients without 64-bit numbers send.
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

// MarshalJSON writes the number.
func (s Scopes) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d", uint64(s)), nil }
