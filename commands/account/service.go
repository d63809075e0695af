// Package account checks who may change an account's role and rights on the site and what the staff may take from it, and mounts
// the routes that edit profiles and those of the staff. The package identity changes the profile, and follows what is decided here.
package account

import (
	"context"
	"errors"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service. Both must be set.
type Options struct {
	Handler  *commands.Handler
	Accounts *identity.Service
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Accounts == nil {
		return nil, errors.New("make account commands: a handler and the accounts are needed")
	}
	return &Service{o}, nil
}

// Routes mounts the routes of the package; the first one again for the site's own pages.
func (s *Service) Routes(api *httpkit.API) {
	route := commands.Route{
		Path: "PATCH /user/{id}", Under: []string{"/v2", "/v3"}, Summary: "修改用户", Scope: identity.ScopeUserWrite, MaxBody: 64 << 10, Before: s.Accounts.ResumedJSON,
	}
	commands.MountRequest(api, route, s.edit)
	route.Path, route.Under, route.Hidden = "PATCH /_internal/user/{id}", nil, true
	commands.MountRequest(api, route, s.edit)
	s.staffRoutes(api)
}

// Roles are the accounts' roles on the site, by the account's id.
func Roles() *commands.Aggregate[account.State, account.ChangeRole] {
	return &commands.Aggregate[account.State, account.ChangeRole]{
		Category: "account", Evolve: commands.Timeless(account.Evolve), Decide: account.Decide,
	}
}

type editUser struct {
	ID   string `path:"id"`
	Body identity.Edit
}

// edit changes a profile and the role. All checks run before the first change.
func (s *Service) edit(ctx context.Context, req commands.Request, in *editUser) (commands.Outcome, error) {
	caused := s.Accounts.Caused(ctx, req.Command, s.Handler.Hash(req))
	target, err := s.Accounts.EditProfile(caused, identity.FromContext(ctx), in.ID, in.Body)
	if err != nil {
		return commands.Outcome{}, err
	}
	var outcome commands.Outcome
	if in.Body.Role != nil {
		change := account.ChangeRole{Account: target.ID, To: in.Body.Role.Task(), Reason: in.Body.Reason}
		if outcome, err = s.changeRole(ctx, req, change); err != nil {
			return outcome, err
		}
	}
	outcome.Position = s.Accounts.Announced(ctx, outcome.Position)
	return outcome, nil
}

// changeRole gives an account another role on the site, or none. The administrator's own role is read from the log: if
// another administrator removes it at the same moment, only one of the two changes is appended.
func (s *Service) changeRole(ctx context.Context, req commands.Request, c account.ChangeRole) (commands.Outcome, error) {
	c.By, c.As = req.By.Account, role.Admin
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		target, err := Roles().Get(ctx, tx, c.Account)
		if err != nil {
			return err
		}
		own, err := Roles().Get(ctx, tx, c.By)
		if err != nil {
			return err
		}
		c.Holds = own.State().Role
		return target.Do(c)
	})
	if err != nil {
		return outcome, err
	}
	return outcome, s.settle(ctx, outcome.Position)
}

// settles is how long a change of a role waits until the accounts' read model shows it.
const settles = 2 * time.Second

// settle waits until the accounts' read model shows the decision. A timeout does not undo the decision.
func (s *Service) settle(ctx context.Context, position eventlog.Position) error {
	soon, cancel := context.WithTimeout(ctx, settles)
	defer cancel()
	if err := s.Accounts.RolesFollowed(soon, position); err != nil && soon.Err() == nil {
		return err
	}
	return ctx.Err()
}
