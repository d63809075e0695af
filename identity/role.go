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

// grant gives a role by the program itself, once for each account and role: the account's row is there, the event is
// appended, and the row follows.
func (s *Service) grant(ctx context.Context, who string, to Role) error {
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
	position, err := s.opts.Journal.grant(ctx, who, account.Role(to), command, s.clock())
	if err == nil {
		err = s.RolesFollowed(ctx, position)
	}
	if err != nil {
		return fmt.Errorf("give account %s the role %s: %w", who, to, err)
	}
	return nil
}

// Task is the role as the log calls it.
func (r Role) Task() account.Role {
	if r = r.fromClient(); r == RoleUser {
		return account.None
	}
	return account.Role(r)
}
