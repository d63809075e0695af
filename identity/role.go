package identity

import "encoding/json"

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

// fromClient is the role that a client means.
func (r Role) fromClient() Role {
	if r == clientUser {
		return RoleUser
	}
	return r
}
