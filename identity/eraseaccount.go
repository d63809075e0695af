package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/httpkit"
)

// erasureBy is the account that requests an erasure, and its role.
type erasureBy struct {
	Actor      string
	Role       role.Role
	Credential string
	Reason     reason.Code

	left bool // the owner left, and the time to return must have passed
}

// EraseAccount closes another account for an admin, and erases all texts under its key. The reason is a code without a
// text, because the text could not be erased.
func (s *Service) EraseAccount(ctx context.Context, caller Caller, idOrName string, why reason.Reason) error {
	if err := caller.Require(ScopeUserDelete); err != nil {
		return err
	}
	if caller.Role != RoleAdmin {
		return errNotAllowed
	}
	target, err := s.Account(ctx, idOrName)
	if err != nil {
		return err
	}
	by := erasureBy{Actor: caller.Account, Role: role.Admin, Credential: caller.Credential, Reason: why.Code}
	if err := (account.Erase{Account: target.ID, By: by.Actor, Role: by.Role, Reason: by.Reason}).Allowed(); err != nil {
		return err
	}
	if why.Text != "" {
		return fault.Invalid(reason.Field, "抹除账户时只记录原因类别，请不要填写文字。")
	}
	if err := s.mayLeave(ctx, target, "", true); err != nil {
		return err
	}
	return s.close(ctx, target, by)
}

// EraseListed closes accounts again that were erased before and restored from a backup. It does not change other
// accounts.
func (s *Service) EraseListed(ctx context.Context, ids []string) error {
	for _, id := range ids {
		found, err := s.Account(ctx, id)
		if errors.Is(err, errNoUser) || err == nil && (found.ID != id || found.closed()) {
			continue
		}
		if err == nil {
			err = s.close(ctx, found, erasureBy{Role: role.System})
		}
		if err != nil {
			return fmt.Errorf("erase account %s again: %w", id, err)
		}
	}
	return nil
}

const wantErasure = `
INSERT INTO erasure.pending (account, actor, role, credential, request, reason, requested) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT DO NOTHING`

// wantErasure stores the request for an erasure in the transaction that closes the account.
func (s *Service) wantErasure(ctx context.Context, tx pgx.Tx, id string, by erasureBy) error {
	_, err := tx.Exec(ctx, wantErasure, id, by.Actor, string(by.Role), by.Credential, httpkit.RequestID(ctx), string(by.Reason), s.clock())
	return err
}

// eraseNow finishes the erasure before the answer if possible; pending erasures are retried later.
func (s *Service) eraseNow(ctx context.Context, id string) {
	if s.opts.Erase == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second) // the caller may have disconnected
	defer cancel()
	if err := s.opts.Erase(ctx, id); err != nil {
		s.log.WarnContext(ctx, "cannot finish an erasure yet", "account", id, "error", err)
	}
}
