package identity

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/picture"
)

const avatarSide = 96

// ChangeAvatar scales a picture of at most 256 KiB down and makes it the account's avatar; a nil reader removes the
// avatar. Callers may change their own avatar, admins that of any account with a reason.
func (s *Service) ChangeAvatar(ctx context.Context, caller Caller, idOrName string, r io.Reader, given *reason.Reason) error {
	if err := caller.Require(ScopeUserWrite); err != nil {
		return err
	}
	target, err := s.Account(ctx, idOrName)
	if err != nil {
		return err
	}
	if err := mayEdit(caller, target, Edit{}); err != nil {
		return err
	}
	as, why, err := actsOn(caller, target.ID, given)
	if err != nil {
		return err
	}
	address := ""
	if r != nil {
		if address, err = s.storeAvatar(ctx, target.ID, r); err != nil {
			return err
		}
	}
	err = idempotency.Change(ctx, s.pool, target.ID, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE identity.accounts SET avatar_url = nullif($2, '') WHERE id = $1", target.ID, address); err != nil {
			return err
		}
		return s.announce(ctx, tx, announcement{account: target.ID, payload: account.ProfileChanged{Account: target.ID, Reason: why}, meta: s.metadata(ctx, caller, as)})
	})
	if err != nil {
		return fmt.Errorf("change avatar: %w", err)
	}
	s.wake()
	return nil
}

func (s *Service) storeAvatar(ctx context.Context, account string, r io.Reader) (string, error) {
	if s.opts.Blobs == nil {
		return "", errors.New("change avatar: no blob store")
	}
	data, err := picture.Read(r, picture.MaxIconBytes)
	if err != nil {
		return "", err
	}
	small, _, err := s.pictures.Icon(ctx, data, avatarSide)
	if err != nil {
		return "", err
	}
	key := path.Join("users", account, picture.ContentName(small)+".png")
	if _, err := s.opts.Blobs.Put(ctx, key, "image/png", bytes.NewReader(small)); err != nil {
		return "", fmt.Errorf("store avatar: %w", err)
	}
	return s.opts.Blobs.URL(key), nil
}
