// Package positions remembers the log position of each account's last command, so that the account's next reads, in any
// process, can wait for it.
package positions

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Life is how long a position is remembered.
const Life = 30 * time.Second

const (
	// A position that has expired is replaced even by a lower one: another log may have taken the place of the first.
	remember = `INSERT INTO commands.positions AS p (account, position, at) VALUES ($1, $2, clock_timestamp())
ON CONFLICT (account) DO UPDATE SET at = excluded.at,
    position = CASE WHEN p.at > excluded.at - interval '30 seconds' THEN greatest(p.position, excluded.position) ELSE excluded.position END`
	sweep = `DELETE FROM commands.positions WHERE at <= clock_timestamp() - interval '30 seconds'`
)

// Of is an SQL expression for the remembered position of the account that an expression names; zero if there is none.
// All times are the database's, because the processes' clocks may differ.
func Of(account string) string {
	return `coalesce((SELECT p.position FROM commands.positions p WHERE p.account = ` + account + ` AND p.at > clock_timestamp() - interval '30 seconds'), 0)`
}

// Store records positions in the table commands.positions.
type Store struct{ pool *pgxpool.Pool }

// NewStore makes a store.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool: pool} }

// Remember records the position of an account's command. It returns before the command is answered, so that every read
// that follows the answer finds the position.
func (s *Store) Remember(ctx context.Context, account string, position uint64) error {
	if _, err := s.pool.Exec(ctx, remember, account, int64(position)); err != nil { //nolint:gosec // positions are below 2^63
		return fmt.Errorf("remember the position of %s: %w", account, err)
	}
	return nil
}

// Sweep deletes positions that have expired.
func (s *Store) Sweep(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, sweep); err != nil {
		return fmt.Errorf("delete old positions: %w", err)
	}
	return nil
}
