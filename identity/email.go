package identity

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// ChangeEmail gives the caller's account another e-mail address. The caller must give the account's password if it has one.
// A verified address is replaced when the new one is confirmed by the link of a letter. An address in use is not rejected:
// its owner gets a letter.
func (s *Service) ChangeEmail(ctx context.Context, caller Caller, email, password string, from Origin) error {
	if err := caller.Require(ScopeUserAuthWrite); err != nil {
		return err
	}
	address, key, wrong := checkEmail(email)
	account, err := s.confirmPassword(ctx, caller, password, from)
	if err := httpkit.Several(wrong, err); err != nil {
		return err
	}
	if account.Email == address {
		return fault.Invalid("email", "新邮箱与现在的相同")
	}
	change := "UPDATE identity.accounts SET email = $2, email_key = $3, email_pending = NULL, email_pending_key = NULL WHERE id = $1 AND NOT email_verified"
	if account.EmailVerified {
		change = "UPDATE identity.accounts SET email_pending = $2, email_pending_key = $3 WHERE id = $1 AND email_verified"
	}
	err = idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		if err := s.countLetter(ctx, tx, account.ID); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, change, account.ID, address, key)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errBusy // the address was verified at this moment
		}
		if _, err := tx.Exec(ctx, "DELETE FROM identity.flows WHERE account = $1 AND (kind = 'verify' OR kind = 'reset' AND NOT $2)", account.ID, account.EmailVerified); err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterVerify, Account: account.ID})
	})
	if err != nil {
		return fmt.Errorf("change e-mail: %w", err)
	}
	return nil
}

// ResendVerification sends the letter with the verification link again.
func (s *Service) ResendVerification(ctx context.Context, caller Caller) error {
	if err := caller.Require(ScopeUserAuthWrite); err != nil {
		return err
	}
	account, err := s.Account(ctx, caller.Account)
	if err != nil {
		return err
	}
	switch {
	case account.Email == "":
		return httpkit.Invalid("", "账户还没有邮箱")
	case account.EmailVerified && account.EmailPending == "":
		return errAlreadyVerified
	}
	return idempotency.Change(ctx, s.pool, account.ID, func(tx pgx.Tx) error {
		if err := s.countLetter(ctx, tx, account.ID); err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterVerify, Account: account.ID})
	})
}

// countLetter counts a letter that an account asks for. A repeated request, also one beside the first, counts none.
func (s *Service) countLetter(ctx context.Context, tx pgx.Tx, account string) error {
	_, err := reserveIn(ctx, tx, s.clock(), count(s.limits.Letters, "letters", account))
	return err
}

// VerifyEmail uses the link of a letter. The caller may be anonymous: the link proves that the letter was read. A
// second use returns errAlreadyVerified. The old address of a changed one receives a letter.
func (s *Service) VerifyEmail(ctx context.Context, secret string) error {
	f, err := s.findFlow(ctx, s.pool, flowVerify, secret)
	if err != nil {
		return fmt.Errorf("verify e-mail: %w", err)
	}
	err = idempotency.Change(ctx, s.pool, f.account, func(tx pgx.Tx) error {
		if f, err = s.findFlow(ctx, tx, flowVerify, secret); err != nil {
			return err
		}
		var old string
		if err := tx.QueryRow(ctx, "SELECT coalesce(email, '') FROM identity.accounts WHERE id = $1 FOR UPDATE", f.account).Scan(&old); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `UPDATE identity.accounts SET email = CASE WHEN email_pending_key = $2 THEN email_pending ELSE email END,
			email_key = $2, email_verified = true, verified_at = $3, email_pending = NULL, email_pending_key = NULL
			WHERE id = $1 AND (email_key = $2 AND NOT email_verified OR email_pending_key = $2)`, f.account, f.data, s.clock())
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errAlreadyVerified // a change of the address deletes the flow
		}
		if old != "" && foldName(old) != f.data {
			if _, err := tx.Exec(ctx, "DELETE FROM identity.flows WHERE account = $1 AND kind = 'reset'", f.account); err != nil {
				return err
			}
			if err := s.post(ctx, tx, postcard{Letter: letterEmailChanged, Account: f.account, Address: old}); err != nil {
				return err
			}
			if err := s.keepAddress(ctx, tx, f.account, old); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "UPDATE identity.flows SET done = true WHERE hash = $1", hashSecret(secret))
		return err
	})
	if err != nil {
		return takenFault(fmt.Errorf("verify e-mail: %w", err))
	}
	return nil
}

// Subscribe sets whether the caller receives the newsletter.
func (s *Service) Subscribe(ctx context.Context, caller Caller, wanted bool) error {
	if err := caller.Require(ScopeUserAuthWrite); err != nil {
		return err
	}
	err := idempotency.Change(ctx, s.pool, caller.Account, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE identity.accounts SET subscribed = $2 WHERE id = $1", caller.Account, wanted)
		return err
	})
	if err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	return nil
}
