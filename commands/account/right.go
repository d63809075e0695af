package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/actor"
)

// rights are the accounts' rights beside their roles, by the account's id.
func rights() *commands.Aggregate[account.State, account.ChangeRight] {
	return &commands.Aggregate[account.State, account.ChangeRight]{
		Category: "account", Evolve: commands.Timeless(account.Evolve), Decide: account.DecideRight,
	}
}

// ChangeRight gives an account a right on the site, or takes it, in the name of the administrator c.By, whose role is read
// from the log. The position of the outcome is that of the decision, zero if there was nothing to change.
func ChangeRight(ctx context.Context, h *commands.Handler, c account.ChangeRight) (commands.Outcome, error) {
	command, err := uuid.NewV7()
	if err != nil {
		return commands.Outcome{}, fmt.Errorf("change a right: %w", err)
	}
	by := actor.Actor{Account: c.By, Rank: actor.Admin}
	outcome, err := changeRight(ctx, h, commands.Request{Command: command.String(), By: by}, c)
	if err != nil {
		return outcome, fmt.Errorf("change a right of account %s: %w", c.Account, err)
	}
	return outcome, nil
}

func changeRight(ctx context.Context, h *commands.Handler, req commands.Request, c account.ChangeRight) (commands.Outcome, error) {
	return h.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		target, err := rights().Get(ctx, tx, c.Account)
		if err != nil {
			return err
		}
		own, err := rights().Get(ctx, tx, c.By)
		if err != nil {
			return err
		}
		c.Holds = own.State().Role
		return target.Do(c)
	})
}
