package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// confirmedFor is how long a sign-in or a confirmation is proof that the account's owner is there.
const confirmedFor = 15 * time.Minute

// Confirm proves that the owner of the caller's session is there: by the account's password, by a code of its second
// factor, or by one of its passkeys.
func (s *Service) Confirm(ctx context.Context, caller Caller, password, code string, passkey *PasskeyAnswer, from Origin) error {
	if err := caller.Require(ScopeUserAuthWrite); err != nil {
		return err
	}
	with := withPassword
	switch {
	case passkey != nil:
		with = withPasskey
		if err := s.confirmByPasskey(ctx, caller, *passkey); err != nil {
			return err
		}
	case code != "":
		with = withCode
		if err := s.useCode(ctx, caller.Account, code); err != nil {
			return err
		}
	case password != "":
		account, err := s.confirmPassword(ctx, caller, password, from)
		if err != nil {
			return err
		}
		if !account.HasPassword {
			return errOldPassword
		}
	default:
		return httpkit.Invalid("password", "请输入密码或验证码，或使用通行密钥")
	}
	if err := idempotency.Remember(ctx, s.pool); err != nil {
		return err
	}
	if _, err := s.pool.Exec(ctx, "UPDATE identity.sessions SET confirmed = $2, confirmed_with = $3 WHERE id = $1", caller.Session, s.clock(), with); err != nil {
		return fmt.Errorf("confirm a session: %w", err)
	}
	return nil
}

// requireConfirmed rejects a session whose owner has not proved to be there lately: whoever finds a browser open, or has
// copied its cookie, must not make credentials that last longer.
func (s *Service) requireConfirmed(ctx context.Context, caller Caller) error {
	var at *time.Time
	err := s.pool.QueryRow(ctx, "SELECT confirmed FROM identity.sessions WHERE id = $1 AND account = $2", caller.Session, caller.Account).Scan(&at)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("read a session: %w", err)
	}
	if at == nil || s.clock().Sub(*at) >= confirmedFor {
		return errNotConfirmed
	}
	return nil
}
