package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/httpkit"
)

// Holdings are what an account owns, and what would be without an owner if it went.
type Holdings struct {
	Projects      int
	Organizations int
}

// DeleteAccount takes the caller's account out of use: everything personal is deleted, the id stays with a name that
// says so, and what the account wrote stays. An account that owns projects or organisations must part with them first.
func (s *Service) DeleteAccount(ctx context.Context, caller Caller, password, code string, from Origin) error {
	if err := caller.Require(ScopeUserDelete); err != nil {
		return err
	}
	account, err := s.confirmPassword(ctx, caller, password, from)
	if err != nil {
		return err
	}
	if err := s.mayLeave(ctx, account); err != nil {
		return err
	}
	if account.HasTOTP {
		if err := s.useCode(ctx, account.ID, code); err != nil {
			return err
		}
	}
	return s.close(ctx, account, erasureBy{Actor: account.ID, Role: role.Self, Credential: caller.Credential})
}

// close takes an account out of use, and has everything that it wrote about itself erased.
func (s *Service) close(ctx context.Context, account Account, by erasureBy) error {
	name := closedName(account.ID)
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE identity.accounts SET username = $2, username_key = $3, email = NULL, email_key = NULL, email_verified = false,
			password_hash = NULL, role = 'user', bio = '', avatar_url = NULL, badges = 0, subscribed = false, preferences = NULL,
			totp_secret = NULL, totp_step = NULL WHERE id = $1`, account.ID, name, foldName(name)); err != nil {
			return err
		}
		for _, table := range []string{"sessions", "tokens", "flows", "recovery_codes", "letters"} {
			if _, err := tx.Exec(ctx, "DELETE FROM identity."+table+" WHERE account = $1", account.ID); err != nil {
				return err
			}
		}
		if account.Email != "" && by.Role != role.System { // an account that came back with a backup has had its letter
			if err := s.post(ctx, tx, postcard{kind: letterDeleted, account: account.ID, address: account.Email}); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "INSERT INTO identity.outbox (account) VALUES ($1)", account.ID); err != nil {
			return err
		}
		return s.wantErasure(ctx, tx, account.ID, by)
	})
	if err != nil {
		return fmt.Errorf("delete account: %w", err)
	}
	s.wake()
	s.eraseNow(ctx, account.ID)
	return nil
}

// closedName is what is left of the name of an account that was taken out of use.
func closedName(id string) string { return "已注销用户-" + id }

func (s *Service) mayLeave(ctx context.Context, account Account) error {
	if account.Role == RoleAdmin {
		var others bool
		if err := s.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM identity.accounts WHERE role = 'admin' AND id <> $1)", account.ID).Scan(&others); err != nil {
			return fmt.Errorf("delete account: %w", err)
		}
		if !others {
			return httpkit.Invalid("站点至少要有一名管理员，最后一名管理员不能注销")
		}
	}
	if s.opts.Holdings == nil {
		return nil
	}
	h, err := s.opts.Holdings(ctx, account.ID)
	if err != nil {
		return fmt.Errorf("delete account: %w", err)
	}
	var owned []string
	if h.Projects > 0 {
		owned = append(owned, fmt.Sprintf("%d 个资源", h.Projects))
	}
	if h.Organizations > 0 {
		owned = append(owned, fmt.Sprintf("%d 个团队", h.Organizations))
	}
	if len(owned) > 0 {
		return httpkit.Fault(httpkit.KindConflict, "account_owns", "你还拥有 "+strings.Join(owned, "和 ")+"。请先转让或删除，再注销账户")
	}
	return nil
}
