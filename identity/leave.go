package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/confusable"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// LeaveTime is how long the owner of a leaving account can return.
const LeaveTime = 14 * 24 * time.Hour

// CodeLeaving is the code of the answer 409 to a sign-in to a leaving account, until its owner says that the account stays.
const CodeLeaving = "account_leaving"

// leftAtATime is the number of accounts that one run of EraseLeft erases.
const leftAtATime = 100

// errStays means that the owner of an account that was to be erased has returned.
var errStays = errors.New("the owner has returned")

const (
	insertLeaving = `INSERT INTO identity.leaving (account, since, until, credential, username, username_key, bio, avatar_url, badges)
		SELECT id, $2::timestamptz, $3::timestamptz, $4::text, username, username_key, bio, avatar_url, badges FROM identity.accounts WHERE id = $1 ON CONFLICT (account) DO NOTHING`
	hideProfile = `UPDATE identity.accounts SET username = $2, username_key = $3, username_skeleton = $4, bio = '', avatar_url = NULL, badges = 0 WHERE id = $1`
	showProfile = `UPDATE identity.accounts a SET username = n.name, username_key = $3, username_skeleton = $4, bio = l.bio, avatar_url = l.avatar_url, badges = l.badges
		FROM identity.leaving l, (SELECT $2::text AS name) n WHERE a.id = $1 AND l.account = a.id`
	lockAccount = `SELECT username FROM identity.accounts WHERE id = $1 FOR NO KEY UPDATE`
)

// leave closes an account to the outside: its sessions and tokens end, and it has the name of a closed account and no profile.
// Its owner can sign in and return until it is erased.
func (s *Service) leave(ctx context.Context, leaving Account, caller Caller) error {
	name := closedName(leaving.ID)
	until := s.clock().Add(LeaveTime)
	err := idempotency.Change(ctx, s.pool, leaving.ID, func(tx pgx.Tx) error {
		if err := s.keepsAdmin(ctx, tx, leaving, role.Self); err != nil {
			return err
		}
		if err := s.freeClosedName(ctx, tx, leaving.ID, name); err != nil {
			return err
		}
		if err := s.leaveName(ctx, tx, leaving.ID, foldName(name)); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, insertLeaving, leaving.ID, s.clock(), until, caller.Credential)
		if err != nil || tag.RowsAffected() == 0 { // two requests: the first one counts
			return err
		}
		if _, err := tx.Exec(ctx, hideProfile, leaving.ID, name, foldName(name), confusable.Name(name)); err != nil {
			return err
		}
		for _, table := range []string{"sessions", "tokens", "flows", "oauth_flows", "oauth_codes", "oauth_tokens"} {
			if _, err := tx.Exec(ctx, "DELETE FROM identity."+table+" WHERE account = $1", leaving.ID); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, dropLetters, leaving.ID); err != nil {
			return err
		}
		if leaving.Email != "" {
			if err := s.post(ctx, tx, postcard{Letter: letterLeaving, Account: leaving.ID}); err != nil {
				return err
			}
		}
		return s.announceAll(ctx, tx, leaving.ID, caller, account.UsernameChanged{Account: leaving.ID}, account.ProfileChanged{Account: leaving.ID},
			account.Leaving{Account: leaving.ID, Until: until})
	})
	if err != nil {
		return fmt.Errorf("leave: %w", err)
	}
	s.wake()
	return nil
}

// announceAll announces events of an account by its owner.
func (s *Service) announceAll(ctx context.Context, tx pgx.Tx, id string, by Caller, payloads ...any) error {
	meta := s.metadata(ctx, by, role.Self)
	for _, payload := range payloads {
		if err := s.announce(ctx, tx, announcement{account: id, payload: payload, meta: meta}); err != nil {
			return err
		}
	}
	return nil
}

// admit returns the fault of an account that may not begin a session: its sign-in is suspended, it is closed, or it is leaving
// and its owner has not said that it stays. It locks the account's row, so that no session begins while the account is
// suspended or erased.
func (s *Service) admit(ctx context.Context, tx pgx.Tx, id string, from Origin) (returned bool, err error) {
	var name string
	if err := tx.QueryRow(ctx, lockAccount, id).Scan(&name); err != nil {
		return false, err
	}
	var stored []byte
	var until *time.Time
	if err := tx.QueryRow(ctx, "SELECT "+SuspensionsOf("$1", "$2::timestamptz")+", (SELECT until FROM identity.leaving WHERE account = $1)", id, s.clock()).
		Scan(&stored, &until); err != nil {
		return false, err
	}
	list, err := ReadSuspensions(stored)
	if err != nil {
		return false, err
	}
	switch {
	case signInRefused(list) != nil:
		return false, signInRefused(list)
	case until == nil && name == closedName(id):
		return false, errWrongPassword
	case until == nil:
		return false, nil
	case !from.Returns:
		return false, errLeaving(*until)
	}
	return true, s.comeBack(ctx, tx, id)
}

// mayBegin is admit before another step of a sign-in. Nothing changes.
func (s *Service) mayBegin(ctx context.Context, id string, from Origin) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if returned, err := s.admit(ctx, tx, id, from); err != nil || !returned {
			return err
		}
		return errStays // rolls back
	})
	if errors.Is(err, errStays) {
		return nil
	}
	return err
}

func errLeaving(until time.Time) error {
	return httpkit.Detailed(httpkit.Fault(httpkit.KindConflict, CodeLeaving, "这个账户正在注销，将于 "+until.In(beijing()).Format("2006-01-02 15:04")+
		"（UTC+8）之后抹除。登录会取消注销，恢复账户"), map[string]string{"until": until.UTC().Format(time.RFC3339)})
}

// comeBack gives a leaving account its name and profile again. Another account that has the name by now keeps it.
func (s *Service) comeBack(ctx context.Context, tx pgx.Tx, id string) error {
	var name string
	var taken bool
	if err := tx.QueryRow(ctx, `SELECT l.username, EXISTS (SELECT FROM identity.accounts o WHERE o.username_key = l.username_key AND o.id <> l.account)
		FROM identity.leaving l WHERE l.account = $1`, id).Scan(&name, &taken); err != nil {
		return err
	}
	if taken {
		name = "用户-" + id
	}
	if _, err := tx.Exec(ctx, showProfile, id, name, foldName(name), confusable.Name(name)); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM identity.former_names WHERE account = $1 AND key_hash = $2", id, nameHash("key", foldName(name))); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM identity.leaving WHERE account = $1", id); err != nil {
		return err
	}
	return s.announceAll(ctx, tx, id, Caller{Account: id}, account.UsernameChanged{Account: id}, account.ProfileChanged{Account: id}, account.Returned{Account: id})
}

// EraseLeft erases the accounts whose owners left and did not return in time. An account that owns something again stays until
// it does not.
func (s *Service) EraseLeft(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, "SELECT account, credential FROM identity.leaving WHERE until <= $1 ORDER BY until, account LIMIT $2", s.clock(), leftAtATime)
	if err != nil {
		return fmt.Errorf("find accounts that were left: %w", err)
	}
	type left struct{ account, credential string }
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l left, err error) {
		err = row.Scan(&l.account, &l.credential)
		return l, err
	})
	if err != nil {
		return fmt.Errorf("find accounts that were left: %w", err)
	}
	var failed error
	for _, one := range list {
		if err := s.eraseLeft(ctx, one.account, one.credential); err != nil && !errors.Is(err, errStays) {
			failed = errors.Join(failed, fmt.Errorf("erase account %s: %w", one.account, err))
		}
	}
	return failed
}

func (s *Service) eraseLeft(ctx context.Context, id, credential string) error {
	leaving, err := s.Account(ctx, id)
	if err != nil {
		return err
	}
	if err := s.mayLeave(ctx, leaving, "", true); err != nil {
		return err
	}
	return s.close(ctx, leaving, erasureBy{Actor: id, Role: role.Self, Credential: credential, left: true})
}

// endLeaving ends the time in which an account can return, in the transaction that closes it. Of an erasure and a sign-in at the
// same time only one gets the row.
func (s *Service) endLeaving(ctx context.Context, tx pgx.Tx, id string, due bool) error {
	if _, err := tx.Exec(ctx, lockAccount, id); err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, "DELETE FROM identity.leaving WHERE account = $1 AND (NOT $2 OR until <= $3)", id, due, s.clock())
	if err == nil && due && tag.RowsAffected() == 0 {
		return errStays
	}
	return err
}
