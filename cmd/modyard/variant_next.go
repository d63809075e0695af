//go:build modyard_next

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/role"
)

// Variant contains the additional commands of this build.
type Variant struct {
	Feed feedCmd `cmd:"" hidden:"" help:"Write an event of the next release's new type."`
}

type feedCmd struct {
	Frog string `arg:""`
}

// Run feeds the frog through the command handler.
func (c *feedCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		frogs := &commands.Aggregate[int, any]{Category: "frog", Evolve: func(n int, _ any, _ time.Time) int { return n + 1 }}
		outcome, err := core.Handler.Handle(e.ctx, commands.Request{Command: uuid.NewString()}, func(ctx context.Context, tx *commands.Tx) error {
			frog, err := frogs.Get(ctx, tx, c.Frog)
			if err != nil {
				return err
			}
			frog.Follow(role.Self, app.FrogFed{Frog: c.Frog})
			return nil
		})
		if err == nil {
			fmt.Printf("the frog was fed at %d\n", outcome.Position)
		}
		return err
	})
}
