package identity

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
