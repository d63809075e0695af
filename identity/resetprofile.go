package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/confusable"
	"github.com/modyard/modyard/platform/idempotency"
)

// The parts of a profile that the staff resets.
const (
	ResetUsername = "username"
	ResetBio      = "bio"
	ResetAvatar   = "avatar"
)

// ResetProfile replaces a part of another account's profile by a neutral one, with a reason. Moderators do not reset that of the
// staff.
func (s *Service) ResetProfile(ctx context.Context, caller Caller, idOrName, part string, given *reason.Reason) error {
	if err := caller.Require(ScopeUserWrite); err != nil {
		return err
	}
	if !slices.Contains([]string{ResetUsername, ResetBio, ResetAvatar}, part) {
		return fault.Invalid("part", "没有这项资料")
	}
	target, err := s.Account(ctx, idOrName)
	if err != nil {
		return err
	}
	if !caller.Staff() || caller.Account == target.ID || target.Role.Staff() && caller.Role != RoleAdmin {
		return errNotAllowed
	}
	if target.Leaving || target.closed() {
		return fault.Conflict("该账户已注销")
	}
	as := role.Moderator
	if caller.Role == RoleAdmin {
		as = role.Admin
	}
	why, err := reason.For(as, given)
	if err != nil {
		return err
	}
	err = idempotency.Change(ctx, s.pool, target.ID, func(tx pgx.Tx) error {
		payload, err := s.resetPart(ctx, tx, target.ID, part, why.To(target.ID))
		if err != nil {
			return err
		}
		return s.announce(ctx, tx, announcement{account: target.ID, payload: payload, meta: s.metadata(ctx, caller, as)})
	})
	var before *idempotency.Repeated
	if errors.As(err, &before) {
		return nil
	}
	if err != nil {
		return takenFault(fmt.Errorf("reset a profile: %w", err))
	}
	s.wake()
	return nil
}

func (s *Service) resetPart(ctx context.Context, tx pgx.Tx, id, part string, why *reason.Addressed) (any, error) {
	changed := account.ProfileChanged{Account: id, Reason: why}
	switch part {
	case ResetBio:
		_, err := tx.Exec(ctx, "UPDATE identity.accounts SET bio = '' WHERE id = $1", id)
		return changed, err
	case ResetAvatar:
		_, err := tx.Exec(ctx, "UPDATE identity.accounts SET avatar_url = NULL WHERE id = $1", id)
		return changed, err
	}
	name := "用户-" + id
	if err := s.rename(ctx, tx, id, name, foldName(name)); err != nil {
		return nil, err
	}
	_, err := tx.Exec(ctx, "UPDATE identity.accounts SET username = $2, username_key = $3, username_skeleton = $4 WHERE id = $1", id, name, foldName(name), confusable.Name(name))
	return account.UsernameChanged{Account: id, Reason: why}, err
}

// Address is the address of an account, for the staff: who looks is recorded before.
type Address struct {
	Email    *string `json:"email" doc:"null 表示没有邮箱"`
	Verified bool    `json:"verified"`
	Pending  *string `json:"pending,omitempty" doc:"等待确认的新邮箱"`
}

// AddressOf reads the address of an account.
func (s *Service) AddressOf(ctx context.Context, id string) (Address, error) {
	a, err := s.Account(ctx, id)
	if err != nil {
		return Address{}, err
	}
	out := Address{Verified: a.EmailVerified}
	if a.Email != "" {
		out.Email = &a.Email
	}
	if a.EmailPending != "" {
		out.Pending = &a.EmailPending
	}
	return out, nil
}

// ByAddress finds the account with an address; the fault is not_found.
func (s *Service) ByAddress(ctx context.Context, address string) (string, error) {
	_, key, err := checkEmail(address)
	if err != nil {
		return "", err
	}
	rows, err := s.pool.Query(ctx, "SELECT id FROM identity.accounts WHERE email_key = $1 ORDER BY email_verified DESC, created DESC LIMIT 1", key)
	if err != nil {
		return "", fmt.Errorf("find an account by its address: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return "", fmt.Errorf("find an account by its address: %w", err)
	}
	if len(found) == 0 {
		return "", errNoUser
	}
	return found[0], nil
}
