package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// formerFor is how long letters about a new way to be paid also go to an address that the account had before.
	formerFor = 30 * 24 * time.Hour
	// formerMost is to how many of them. The oldest are the first: later ones may be those of a stranger.
	formerMost = 5

	keepFormer = `INSERT INTO identity.former_addresses (account, key, address, until) VALUES ($1, $2, $3, $4)
ON CONFLICT (account, key) DO UPDATE SET until = excluded.until`
	selectFormer = `SELECT f.address FROM identity.former_addresses f JOIN identity.accounts a ON a.id = f.account
WHERE f.account = $1 AND f.until > $2 AND f.key IS DISTINCT FROM a.email_key ORDER BY f.until, f.key LIMIT $3`
	dropFormer = `DELETE FROM identity.former_addresses WHERE until <= $1`
)

// keepAddress remembers a confirmed address of an account that another one replaces.
func (s *Service) keepAddress(ctx context.Context, tx pgx.Tx, account, address string) error {
	if _, err := tx.Exec(ctx, keepFormer, account, foldName(address), address, s.clock().Add(formerFor)); err != nil {
		return fmt.Errorf("keep a former address: %w", err)
	}
	return nil
}

// TellFormer is Tell to the addresses that the account had in the last thirty days, for what only its owner may do: who took
// it over has changed its address.
func (s *Service) TellFormer(ctx context.Context, account, notification string) error {
	rows, err := s.pool.Query(ctx, selectFormer, account, s.clock(), formerMost)
	if err != nil {
		return fmt.Errorf("find former addresses: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find former addresses: %w", err)
	}
	for _, address := range list {
		if err := s.tell(ctx, noticeCard{Account: account, Notification: notification, Address: address}); err != nil {
			return err
		}
	}
	return nil
}
