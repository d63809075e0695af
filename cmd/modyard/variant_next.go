//go:build modyard_next

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/commands"
)

// Variant holds the commands that this build of the program adds.
type Variant struct {
	Feed feedCmd `cmd:"" hidden:"" help:"Write an event of the type that the next release brings."`
}

type feedCmd struct {
	Frog string `arg:""`
}

// Run feeds the frog through the handler of all commands.
func (c *feedCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	outcome, err := core.Handler.Handle(e.ctx, commands.Request{Command: uuid.NewString()}, func(ctx context.Context, d *commands.Decision) error {
		stream := "frog-" + c.Frog
		if _, err := commands.Load(ctx, d, stream, func(n int, _ any, _ time.Time) int { return n + 1 }); err != nil {
			return err
		}
		d.Append(stream, app.FrogFed{Frog: c.Frog})
		return nil
	})
	if err == nil {
		fmt.Printf("the frog was fed at %d\n", outcome.Position)
	}
	return err
}
