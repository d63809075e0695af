package revenue

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	domain "github.com/modyard/modyard/domain/revenue"
)

// transit is how long withdrawals of an account keep it from leaving.
const transit = 30 * 24 * time.Hour

// Leaving is what an account that wants to leave still has: the amount that it would give up, with what comes later, and the
// withdrawals that must end before.
func (s *Service) Leaving(ctx context.Context, account string) (left string, open int, err error) {
	err = s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := wallets().Get(ctx, tx, account)
		if err != nil {
			return err
		}
		w := e.State()
		if a := w.Left(); a > 0 {
			left = a.String()
		}
		for id := range w.Reserved {
			p, err := payouts().Get(ctx, tx, id)
			if err != nil {
				return err
			}
			if tx.Now().Sub(p.State().Requested) < transit {
				open++
			}
		}
		return nil
	})
	if err != nil {
		return "", 0, fmt.Errorf("read what %s would give up: %w", account, err)
	}
	return left, open, nil
}

// Close closes the wallet of an account that has left, also one that was never used: later shares of earlier days belong to
// nobody. It is idempotent.
func (s *Service) Close(ctx context.Context, account string) error {
	_, err := s.Handler.Handle(ctx, commands.Request{Command: "close the wallet of " + account}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := wallets().Get(ctx, tx, account)
		if err != nil {
			return err
		}
		return e.Do(domain.Close{Account: account})
	})
	if err != nil {
		return fmt.Errorf("close the wallet of %s: %w", account, err)
	}
	return nil
}
