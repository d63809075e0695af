package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// RequestReset sends a letter with a link to set a new password to the account with the user name or address. It does
// the same work and gives the same answer whether or not the account exists: the account is looked up when letters are
// sent.
func (s *Service) RequestReset(ctx context.Context, login string, from Origin) error {
	if login == "" || len(login) > 4*maxEmail {
		return httpkit.Invalid("username", "请填写用户名或邮箱")
	}
	if err := s.checkProof(ctx, from); err != nil {
		return err
	}
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.Reset, "reset address", addressKey(from.Address))); err != nil {
		return err
	}
	return idempotency.Change(ctx, s.pool, "a letter", func(tx pgx.Tx) error {
		return s.post(ctx, tx, postcard{Letter: letterReset, Login: foldName(login)})
	})
}

// ResetPassword sets a new password, authorized by the link of a letter. Every session ends, and the address counts as
// verified. Access tokens, passkeys and a second factor that were set before that end too: somebody else may have made the account
// with this address. endTokens ends all tokens.
func (s *Service) ResetPassword(ctx context.Context, secret, password string, endTokens bool) error {
	f, err := s.findFlow(ctx, s.pool, flowReset, secret)
	if err != nil {
		return err
	}
	account, err := s.Account(ctx, f.account)
	if err != nil {
		return err
	}
	if err := checkPassword(password, account.Username, account.Email); err != nil {
		return httpkit.About("new_password", err)
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return fmt.Errorf("reset password: %w", err)
	}
	err = idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		if mine, err := endFlow(ctx, tx, secret); err != nil || !mine {
			return errors.Join(err, errNoFlow)
		}
		for _, step := range []struct {
			sql  string
			args []any
		}{
			{`UPDATE identity.tokens t SET revoked = $3 FROM identity.accounts a WHERE t.account = $1 AND a.id = $1 AND t.revoked IS NULL
				AND ($2 OR NOT a.email_verified OR t.created < a.verified_at)`, []any{account.ID, endTokens, s.clock()}},
			{`DELETE FROM identity.oauth_tokens t USING identity.accounts a WHERE t.account = $1 AND a.id = $1
				AND ($2 OR NOT a.email_verified OR t.created < a.verified_at)`, []any{account.ID, endTokens}},
			{`DELETE FROM identity.recovery_codes r USING identity.accounts a WHERE r.account = $1 AND a.id = $1
				AND (NOT a.email_verified OR a.totp_since < a.verified_at)`, []any{account.ID}},
			{`DELETE FROM identity.passkeys p USING identity.accounts a WHERE p.account = $1 AND a.id = $1
				AND (NOT a.email_verified OR p.created < a.verified_at)`, []any{account.ID}},
			{`UPDATE identity.accounts SET totp_secret = NULL, totp_step = NULL, totp_since = NULL WHERE id = $1
				AND (NOT email_verified OR totp_since < verified_at)`, []any{account.ID}},
			{`UPDATE identity.accounts a SET email_verified = true, verified_at = $3 WHERE id = $1 AND email_key = $2 AND NOT email_verified
				AND NOT EXISTS (SELECT FROM identity.accounts o WHERE o.email_key = $2 AND o.email_verified)`, []any{account.ID, f.data, s.clock()}},
		} {
			if _, err := tx.Exec(ctx, step.sql, step.args...); err != nil {
				return err
			}
		}
		if err := s.settleFactors(ctx, tx, account.ID); err != nil {
			return err
		}
		return s.setPassword(ctx, tx, account.ID, hash, "")
	})
	if err != nil {
		return takenFault(fmt.Errorf("reset password: %w", err))
	}
	return forgive(ctx, s.pool, nil, count(s.limits.LoginByAccount, "login account", account.ID))
}

// ChangePassword sets a new password for a caller who gives the old one. Every other session ends; endTokens ends all access
// tokens too.
func (s *Service) ChangePassword(ctx context.Context, caller Caller, old, password string, endTokens bool, from Origin) error {
	if err := caller.Require(ScopeUserAuthWrite); err != nil {
		return err
	}
	account, err := s.Account(ctx, caller.Account)
	if err != nil {
		return err
	}
	weak := httpkit.About("new_password", checkPassword(password, account.Username, account.Email))
	account, err = s.confirmPassword(ctx, caller, old, from)
	if err := httpkit.Several(httpkit.About("old_password", err), weak); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return fmt.Errorf("change password: %w", err)
	}
	if err := s.limitNotices(ctx, account.ID); err != nil {
		return err
	}
	err = idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		if endTokens {
			if _, err := tx.Exec(ctx, "UPDATE identity.tokens SET revoked = $2 WHERE account = $1 AND revoked IS NULL", account.ID, s.clock()); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "DELETE FROM identity.oauth_tokens WHERE account = $1", account.ID); err != nil {
				return err
			}
		}
		return s.setPassword(ctx, tx, account.ID, hash, caller.Session)
	})
	if err != nil {
		return fmt.Errorf("change password: %w", err)
	}
	return nil
}

// limitNotices limits the changes of an account's credentials, since a letter is sent of each.
func (s *Service) limitNotices(ctx context.Context, account string) error {
	_, err := reserve(ctx, s.pool, s.clock(), count(s.limits.Notices, "notices", account))
	return err
}

// setPassword also ends all flows that began with the old password, and a change of the address that is not confirmed.
func (s *Service) setPassword(ctx context.Context, tx pgx.Tx, account, hash, keepSession string) error {
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{"UPDATE identity.accounts SET password_hash = $2, password_since = $3, email_pending = NULL, email_pending_key = NULL WHERE id = $1", []any{account, hash, s.clock()}},
		{"DELETE FROM identity.sessions WHERE account = $1 AND id <> $2", []any{account, keepSession}},
		{"DELETE FROM identity.flows WHERE account = $1 AND kind IN ('reset', 'login', 'passkey-login')", []any{account}},
		{"DELETE FROM identity.oauth_flows WHERE account = $1", []any{account}},
		{"DELETE FROM identity.oauth_codes WHERE account = $1", []any{account}},
	} {
		if _, err := tx.Exec(ctx, step.sql, step.args...); err != nil {
			return err
		}
	}
	return s.post(ctx, tx, postcard{Letter: letterPasswordChanged, Account: account})
}

// confirmPassword checks that the caller gives the account's password, under the limits of signing in. For an account
// without a password its owner must have proved lately to be there.
func (s *Service) confirmPassword(ctx context.Context, caller Caller, password string, from Origin) (Account, error) {
	var account Account
	var hash string
	err := s.pool.QueryRow(ctx, `SELECT coalesce(password_hash, ''), `+accountColumns+` FROM identity.accounts WHERE id = $1`, caller.Account).
		Scan(append([]any{&hash}, account.targets()...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return account, errNoUser
	}
	if err != nil {
		return account, fmt.Errorf("confirm password: %w", err)
	}
	if hash == "" {
		return account, s.requireConfirmed(ctx, caller)
	}
	if password == "" || len(password) > 4*maxPassword {
		return account, errOldPassword
	}
	byAccount := count(s.limits.LoginByAccount, "password account", account.ID)
	booked, err := reserve(ctx, s.pool, s.clock(), byAccount, count(s.limits.LoginByAddress, "login address", addressKey(from.Address)))
	if err != nil {
		return account, err
	}
	right, err := s.hasher.Verify(ctx, hash, password)
	if err != nil {
		return account, fmt.Errorf("confirm password: %w", err)
	}
	if !right {
		return account, errOldPassword
	}
	return account, forgive(ctx, s.pool, booked, byAccount)
}
