package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/confusable"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// Holdings are the things that an account owns, which would have no owner after its deletion.
type Holdings struct {
	Projects      int
	Organizations int
	Balance       string // what it could withdraw, now or later, as 12.34; empty: nothing
	Payouts       int    // withdrawals that are not ended
}

// DeleteAccount begins to close the caller's account: from now on it is closed to the outside, its id has a name that shows
// this, and after LeaveTime all personal data is deleted (EraseLeft), unless its owner signs in before. The account's
// contributions stay. An account that owns projects or organisations must transfer them first, and one with a
// balance must withdraw it, or give it up by naming it.
func (s *Service) DeleteAccount(ctx context.Context, caller Caller, password, code, giveUp string, from Origin) error {
	if err := caller.Require(ScopeUserDelete); err != nil {
		return err
	}
	leaving, err := s.confirmPassword(ctx, caller, password, from)
	if err != nil {
		return err
	}
	if err := s.mayLeave(ctx, leaving, giveUp, false); err != nil {
		return err
	}
	if leaving.HasTOTP {
		if err := s.useCode(ctx, leaving.ID, code); err != nil {
			return err
		}
	} else if leaving.PasskeyStep {
		if err := s.requireConfirmed(ctx, caller); err != nil {
			return err
		}
		if err := requireFactor(ctx, s.pool, caller); err != nil {
			return err
		}
	}
	return s.leave(ctx, leaving, caller)
}

// close closes an account, and requests the erasure of the texts that it wrote about itself.
func (s *Service) close(ctx context.Context, leaving Account, by erasureBy) error {
	name := closedName(leaving.ID)
	err := idempotency.Change(ctx, s.pool, leaving.ID, func(tx pgx.Tx) error {
		if err := s.keepsAdmin(ctx, tx, leaving, by.Role); err != nil {
			return err
		}
		if err := s.endLeaving(ctx, tx, leaving.ID, by.left); err != nil {
			return err
		}
		if err := s.freeClosedName(ctx, tx, leaving.ID, name); err != nil {
			return err
		}
		if err := s.leaveName(ctx, tx, leaving.ID, foldName(name)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE identity.accounts SET username = $2, username_key = $3, username_skeleton = $4, email = NULL, email_key = NULL, email_verified = false,
			verified_at = NULL, email_pending = NULL, email_pending_key = NULL, totp_since = NULL,
			password_hash = NULL, password_since = NULL, role = 'user', bio = '', avatar_url = NULL, badges = 0, subscribed = false, preferences = NULL,
			totp_secret = NULL, totp_step = NULL, passkey_step = false WHERE id = $1`, leaving.ID, name, foldName(name), confusable.Name(name)); err != nil {
			return err
		}
		for _, table := range []string{"sessions", "sign_ins", "tokens", "passkeys", "links", "flows", "recovery_codes", "oauth_flows", "oauth_codes", "oauth_tokens", "suspensions", "former_addresses"} {
			if _, err := tx.Exec(ctx, "DELETE FROM identity."+table+" WHERE account = $1", leaving.ID); err != nil {
				return err
			}
		}
		for _, drop := range []string{dropLetters, dropUnsent} {
			if _, err := tx.Exec(ctx, drop, leaving.ID); err != nil {
				return err
			}
		}
		if leaving.Email != "" && by.Role != role.System { // an account restored from a backup has received its letter before
			if err := s.post(ctx, tx, postcard{Letter: letterDeleted, Account: leaving.ID, Address: leaving.Email}); err != nil {
				return err
			}
		}
		who := Caller{Account: by.Actor, Credential: by.Credential}
		gone := announcement{account: leaving.ID, payload: account.Closed{Account: leaving.ID}, meta: s.metadata(ctx, who, by.Role)}
		if err := s.announce(ctx, tx, gone); err != nil {
			return err
		}
		return s.wantErasure(ctx, tx, leaving.ID, by)
	})
	if err != nil {
		return fmt.Errorf("delete account: %w", err)
	}
	s.wake()
	s.eraseNow(ctx, leaving.ID)
	return nil
}

// freeClosedName gives another name to an open account that has the name which an account gets by its closing. Nobody can
// choose such a name any more, but imported accounts and those of before may have one.
func (s *Service) freeClosedName(ctx context.Context, tx pgx.Tx, leaving, name string) error {
	var other string
	err := tx.QueryRow(ctx, "SELECT id FROM identity.accounts WHERE username_key = $1 AND id <> $2 FOR UPDATE", foldName(name), leaving).Scan(&other)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	next := "用户-" + other
	if _, err := tx.Exec(ctx, "UPDATE identity.accounts SET username = $2, username_key = $3, username_skeleton = $4 WHERE id = $1",
		other, next, foldName(next), confusable.Name(next)); err != nil {
		return err
	}
	return s.announce(ctx, tx, announcement{account: other, payload: account.UsernameChanged{Account: other}, meta: s.metadata(ctx, Caller{}, role.System)})
}

// closedPrefix begins the names of closed accounts. Nobody else may have such a name.
const closedPrefix = "已注销用户"

// ClosedKey begins the folded names of closed accounts.
func ClosedKey() string { return foldName(closedPrefix) + "-" }

// IsClosedName says whether a user name is that of a closed account.
func IsClosedName(name string) bool { return strings.HasPrefix(name, closedPrefix+"-") }

// closedName is the name of a closed account.
func closedName(id string) string { return closedPrefix + "-" + id }

// keepsAdmin returns an error for the last administrator. It locks the administrators' rows, so that of two concurrent
// deletions the second one fails. The program may close accounts that were erased before.
func (s *Service) keepsAdmin(ctx context.Context, tx pgx.Tx, leaving Account, by role.Role) error {
	if leaving.Role != RoleAdmin || leaving.Leaving || by == role.System {
		return nil
	}
	rows, err := tx.Query(ctx, "SELECT id FROM identity.accounts WHERE role = 'admin' ORDER BY id FOR UPDATE")
	if err != nil {
		return err
	}
	admins, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	// A statement of its own sees who left while this one waited for the locks.
	rows, err = tx.Query(ctx, "SELECT a.id FROM unnest($1::text[]) AS a (id) WHERE NOT EXISTS (SELECT FROM identity.leaving l WHERE l.account = a.id)", admins)
	if err != nil {
		return err
	}
	if admins, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return err
	}
	if !slices.ContainsFunc(admins, func(id string) bool { return id != leaving.ID }) {
		return httpkit.Invalid("", "站点至少要有一名管理员，最后一名管理员不能注销")
	}
	return nil
}

// mayLeave returns a fault for an account that still has something. An administrator erases an account whatever its balance.
func (s *Service) mayLeave(ctx context.Context, account Account, giveUp string, anyBalance bool) error {
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
	switch {
	case anyBalance:
		return nil
	case h.Payouts > 0:
		return httpkit.Fault(httpkit.KindConflict, "payouts_open", fmt.Sprintf("你还有 %d 笔未完成的提现。请等待其完成或取消，再注销账户", h.Payouts))
	case h.Balance != "" && giveUp != h.Balance:
		return httpkit.Fault(httpkit.KindConflict, "balance_left", "你还有 "+h.Balance+" 的余额。请先提现，或明确放弃这笔余额，再注销账户")
	}
	return nil
}
