package identity

import (
	"context"
	"fmt"
	"time"
)

// Standing is what withdrawals depend on of an account.
type Standing struct {
	Created  time.Time
	Verified bool      // it has a verified address
	Factor   bool      // it has a second factor or a passkey
	Changed  time.Time // when its password, address or a factor was last changed, as far as that is known
}

const selectStanding = `
SELECT a.created, a.email IS NOT NULL AND a.email_verified, a.totp_secret IS NOT NULL OR EXISTS (SELECT FROM identity.passkeys p WHERE p.account = a.id),
	coalesce(greatest(a.password_since, a.verified_at, a.totp_since, (SELECT max(p.created) FROM identity.passkeys p WHERE p.account = a.id)), a.created)
FROM identity.accounts a WHERE a.id = $1`

// Standing reads what withdrawals of an account depend on.
func (s *Service) Standing(ctx context.Context, account string) (st Standing, err error) {
	if err := s.pool.QueryRow(ctx, selectStanding, account).Scan(&st.Created, &st.Verified, &st.Factor, &st.Changed); err != nil {
		return st, fmt.Errorf("read the standing of %s: %w", account, err)
	}
	return st, nil
}

// RequireConfirmed returns a fault for a caller whose owner has not proved lately to be there. A program never has.
func (s *Service) RequireConfirmed(ctx context.Context, caller Caller) error {
	if caller.Kind != KindSession {
		return errNotConfirmed
	}
	return s.requireConfirmed(ctx, caller)
}

const selectKeepers = `SELECT NOT EXISTS (SELECT FROM identity.accounts a WHERE (a.treasurer OR a.role = 'admin') AND a.id <> $1
	AND NOT EXISTS (SELECT FROM identity.leaving l WHERE l.account = a.id))`

// AloneWithMoney is true if no account but this one may do what treasurers do.
func (s *Service) AloneWithMoney(ctx context.Context, account string) (alone bool, err error) {
	if err := s.pool.QueryRow(ctx, selectKeepers, account).Scan(&alone); err != nil {
		return false, fmt.Errorf("look for other treasurers: %w", err)
	}
	return alone, nil
}
