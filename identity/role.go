package identity

import (
	"encoding/json"
	"fmt"
)

// Role is what an account may do on the whole site.
type Role string

// The roles, each with the rights of those before it.
const (
	RoleUser      Role = "user"
	RoleModerator Role = "moderator"
	RoleAdmin     Role = "admin"
)

// Valid says whether the role exists.
func (r Role) Valid() bool { return r == RoleUser || r == RoleModerator || r == RoleAdmin }

// Staff says whether the role moderates.
func (r Role) Staff() bool { return r == RoleModerator || r == RoleAdmin }

// clientUser is what clients of this API family call an account without a task on the site.
const clientUser = "developer"

// MarshalJSON writes the role as clients know it.
func (r Role) MarshalJSON() ([]byte, error) {
	if r == RoleUser {
		r = clientUser
	}
	return json.Marshal(string(r))
}

// UnmarshalJSON reads a role as clients or as this package call it.
func (r *Role) UnmarshalJSON(data []byte) error {
	var name string
	if err := json.Unmarshal(data, &name); err != nil {
		return fmt.Errorf("read role: %w", err)
	}
	if *r = Role(name); name == clientUser {
		*r = RoleUser
	}
	return nil
}
