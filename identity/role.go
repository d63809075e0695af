package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/platform/httpkit"
)

var errNoJournal = errors.New("identity: a role cannot be granted without a log")

// Role is an account's role on the whole site.
type Role string

// The roles, each with the rights of those before it.
const (
	RoleUser      Role = "user"
	RoleModerator Role = "moderator"
	RoleAdmin     Role = "admin"
)

// Valid is true if the role exists.
func (r Role) Valid() bool { return r == RoleUser || r == RoleModerator || r == RoleAdmin }

// Staff is true for moderators and administrators.
func (r Role) Staff() bool { return r == RoleModerator || r == RoleAdmin }

// clientUser is the clients' name for the role of an ordinary account.
const clientUser = "developer"

// MarshalJSON encodes the role with the clients' name.
func (r Role) MarshalJSON() ([]byte, error) {
	if r == RoleUser {
		r = clientUser
	}
	return json.Marshal(string(r))
}

// fromClient converts a client's role name.
func (r Role) fromClient() Role {
	if r == clientUser {
		return RoleUser
	}
	return r
}

// grant gives a role in the name of the program, once for each account and role: the account's row exists, the event is
// appended, and the row is updated.
func (s *Service) grant(ctx context.Context, who string, to Role, set string) error {
	if to == "" || to == RoleUser {
		return nil
	}
	if !to.Valid() {
		return httpkit.Invalid("role", "角色不存在")
	}
	if s.opts.Journal == nil {
		return errNoJournal
	}
	command := "account " + who + " begins as " + string(to)
	position, err := s.opts.Journal.grant(ctx, who, account.Role(to), command, set, s.clock())
	if err == nil {
		err = s.RolesFollowed(ctx, position)
	}
	if err != nil {
		return fmt.Errorf("give account %s the role %s: %w", who, to, err)
	}
	return nil
}

// Task is the role as named in the log.
func (r Role) Task() account.Role {
	if r = r.fromClient(); r == RoleUser {
		return account.None
	}
	return account.Role(r)
}
