// Package account is who may change an account's task on the site, and the route by which profiles are edited: the
// profile is identity's, the task is decided here.
package account

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// Options are what the service needs.
type Options struct {
	Handler  *commands.Handler
	Accounts *identity.Service
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	handler  *commands.Handler
	accounts *identity.Service
}

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Accounts == nil {
		return nil, errors.New("make account commands: a handler and the accounts are needed")
	}
	return &Service{handler: o.Handler, accounts: o.Accounts}, nil
}

// settles is how long a change of a role waits for the accounts to show it.
const settles = 2 * time.Second

// ChangeRole gives an account another task on the site, or none. What the administrator himself has is read from the
// log: where another one takes it away at the same moment, only one of the two stands.
func (s *Service) ChangeRole(ctx context.Context, req commands.Request, c account.ChangeRole) (commands.Outcome, error) {
	req.Role = role.Admin
	c.By, c.As = req.Actor, role.Admin
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		target, err := commands.Load(ctx, d, account.Stream(c.Account), evolve)
		if err != nil {
			return err
		}
		own, err := commands.Load(ctx, d, account.Stream(c.By), evolve)
		if err != nil {
			return err
		}
		c.Holds = own.Role
		events, err := c.Decide(target)
		if err != nil {
			return err
		}
		d.Append(account.Stream(c.Account), events...)
		return nil
	})
	if err != nil {
		return outcome, err
	}
	return outcome, s.settle(ctx, outcome.Position)
}

// settle waits until the accounts show what was decided. The decision stands either way.
func (s *Service) settle(ctx context.Context, position eventlog.Position) error {
	soon, cancel := context.WithTimeout(ctx, settles)
	defer cancel()
	if err := s.accounts.RolesFollowed(soon, position); err != nil && soon.Err() == nil {
		return err
	}
	return ctx.Err()
}

func evolve(s account.State, event any, _ time.Time) account.State { return account.Evolve(s, event) }

// edit changes a profile, and the role beside it. Everything that can be refused is looked at before the first change.
func (s *Service) edit(w http.ResponseWriter, r *http.Request) error {
	caller := identity.FromContext(r.Context())
	if err := caller.Require(identity.ScopeUserWrite); err != nil {
		return err
	}
	req, err := commands.NewRequest(r, caller)
	if err != nil {
		return err
	}
	var e identity.Edit
	if err := identity.DecodeJSON(r, &e); err != nil {
		return err
	}
	ctx := s.accounts.Caused(r, req.Command)
	target, err := s.accounts.EditProfile(ctx, caller, r.PathValue("id"), e)
	if err != nil {
		return err
	}
	var stands eventlog.Position
	if e.Role != nil {
		outcome, err := s.ChangeRole(ctx, req, account.ChangeRole{Account: target.ID, To: e.Role.Task(), Reason: e.Reason})
		if err != nil {
			return err
		}
		stands = outcome.Position
	}
	s.accounts.Announced(w, r, stands)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
