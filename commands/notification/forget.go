package notification

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Forget deletes everything that is stored about what an account did with its notifications. It is idempotent.
func (s *Service) Forget(ctx context.Context, account string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, statement := range []string{alone, `delete from inbox.marks where account = $1`, `delete from inbox.inboxes where account = $1`} {
			if _, err := tx.Exec(ctx, statement, account); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("forget the inbox of %s: %w", account, err)
	}
	return nil
}
