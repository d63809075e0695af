package application

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

func fixed(field, text string) error { return fault.Invalid(field, text) }

// program is a command of the program itself.
func program() commands.Request {
	return commands.Request{Command: uuid.Must(uuid.NewV7()).String()}
}

// copyAuthorization copies the state of an authorization for the check of tokens.
func (s *Service) copyAuthorization(ctx context.Context, account, client string) error {
	var state application.Authorization
	if err := s.read(ctx, func(ctx context.Context, tx *commands.Tx) error {
		e, err := authorizations().Get(ctx, tx, application.AuthorizationID(account, client))
		if err == nil {
			state = e.State()
		}
		return err
	}); err != nil {
		return err
	}
	if state.Events == 0 {
		return nil
	}
	return s.Accounts.MirrorAuthorization(ctx, state)
}

// decideOn decides a command about an authorization and copies its state.
func (s *Service) decideOn(ctx context.Context, req commands.Request, account, client string, c application.AuthorizationCommand) (commands.Outcome, error) {
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		e, err := authorizations().Get(ctx, tx, application.AuthorizationID(account, client))
		if err != nil {
			return err
		}
		if g, ok := c.(application.Grant); ok { // the append guards the application, which it does not write
			of, err := find(ctx, tx, client)
			if err != nil {
				return err
			}
			g.Of = of.State()
			return e.Do(g)
		}
		return e.Do(c)
	})
	if err == nil {
		err = s.copyAuthorization(ctx, account, client)
	}
	return outcome, err
}

// Grant records that the caller of a request allows an application what it accepted.
func (s *Service) Grant(ctx context.Context, r *http.Request, caller identity.Caller, client string, scopes identity.Scopes, openid []string) error {
	req, err := commands.NewRequest(r, caller)
	if err != nil {
		return err
	}
	if _, err := s.mirrored(ctx, client); err != nil { // the copy may be missing after a crash
		return err
	}
	_, err = s.decideOn(ctx, req, caller.Account, client, application.Grant{Account: caller.Account, Scopes: application.Scopes(scopes), OpenID: openid}) //nolint:gosec // no scope is the sign
	return err
}

// End ends an authorization because a refresh token was used twice.
func (s *Service) End(ctx context.Context, account, client string) error {
	return s.end(ctx, account, client, application.ByReuse)
}

func (s *Service) end(ctx context.Context, account, client string, cause application.Cause) error {
	_, err := s.decideOn(ctx, program(), account, client, application.Revoke{Cause: cause})
	return err
}

type authorizationPatch struct {
	Scopes *identity.Scopes `json:"scopes" doc:"保留的权限位"`
}

type narrowInput struct {
	ID   string `path:"id" doc:"授权的 ID"`
	Body authorizationPatch
}

// narrow is PATCH /oauth/authorizations/{id}.
func (s *Service) narrow(ctx context.Context, req commands.Request, in *narrowInput) (commands.Outcome, error) {
	account, client, _ := strings.Cut(in.ID, "-")
	if account != req.By.Account || !ids.Valid(client) {
		return commands.Outcome{}, fault.NotFound("没有对这个应用的授权。")
	}
	if in.Body.Scopes == nil {
		return commands.Outcome{}, fixed("scopes", "请选择保留的权限。")
	}
	return s.decideOn(ctx, req, account, client, application.Narrow{Scopes: scopesOf(uint64(*in.Body.Scopes))})
}

type revokeInput struct {
	Client string `query:"client_id" doc:"应用的 ID"`
}

// revoke is DELETE /oauth/authorizations?client_id=.
func (s *Service) revoke(ctx context.Context, req commands.Request, in *revokeInput) (commands.Outcome, error) {
	if !ids.Valid(in.Client) {
		return commands.Outcome{}, fault.NotFound("没有对这个应用的授权。")
	}
	return s.decideOn(ctx, req, req.By.Account, in.Client, application.Revoke{Cause: application.ByAccount})
}

// Follow copies what an event of an application or an authorization has changed: the process that appended it may have died
// before it did. It may be repeated, and in any order.
func (s *Service) Follow(ctx context.Context, e eventlog.Recorded) error {
	category, id, _ := strings.Cut(e.Stream, "-")
	switch category {
	case "application":
		_, err := s.mirrored(ctx, id)
		return err
	case "authorization":
		account, client, _ := strings.Cut(id, "-")
		return s.copyAuthorization(ctx, account, client)
	}
	return fmt.Errorf("follow %s: not an application", e.Stream)
}
