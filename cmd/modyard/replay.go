package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/effects"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/reactors"
)

// replayWait is how long the command waits for the running site.
const replayWait = time.Minute

type replayCmd struct {
	Failed    replayFailedCmd    `cmd:"" default:"withargs" hidden:"" help:"Retry what has failed."`
	Downloads replayDownloadsCmd `cmd:"" help:"Write the recorded downloads again, in their order, for analysis (docs/analytics.md)."`
}

// replayFailedCmd is what replay does without the name of a command.
type replayFailedCmd struct {
	Parked   bool   `name:"parked" xor:"what" required:"" help:"Retry the events that a read model could not apply."`
	Poisoned bool   `name:"poisoned" xor:"what" required:"" help:"Ask the running site to handle the messages again that a reactor could not handle."`
	Name     string `arg:"" optional:"" help:"The read model or the reactor; without it, all of them."`
}

// Run retries what has failed, and fails if something still does.
func (c *replayFailedCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		if c.Poisoned {
			return c.poisoned(e.ctx, core)
		}
		return c.parked(e.ctx, core)
	})
}

func (c *replayFailedCmd) parked(ctx context.Context, core *app.Core) error {
	applied, failed := 0, 0
	for _, runner := range core.RunnersOf(c.Name) {
		done, err := runner.ReplayParked(ctx, c.Name)
		if err != nil {
			return err
		}
		applied, failed = applied+done.Applied, failed+done.Failed
	}
	fmt.Printf("%d events were applied, %d stay parked\n", applied, failed)
	if failed == 0 {
		return nil
	}
	left, err := core.Runner.Parked(ctx, c.Name) // of both logs
	if err != nil {
		return err
	}
	for _, p := range left {
		fmt.Printf("%s/v%d event %d (%s in %s): %s\n", p.Name, p.Version, p.Position, p.Type, p.Stream, p.Error)
	}
	return errors.New("some events stay parked")
}

// poisoned asks the site, because its processes have the reactors, and waits until it has tried every message.
func (c *replayFailedCmd) poisoned(ctx context.Context, core *app.Core) error {
	state, err := effects.Read(ctx, core.DB.Pool)
	if err != nil {
		return err
	}
	asked, err := reactors.TryAgain(ctx, core.DB.Pool, c.Name)
	if err != nil {
		return err
	}
	if asked > 0 && state.Paused {
		fmt.Printf("%d messages are tried again after the pause of effects\n", asked)
		return nil
	}
	waiting := asked
	var left []reactors.Poisoned
	for deadline := time.Now().Add(replayWait); waiting > 0; {
		if left, err = reactors.ListPoisoned(ctx, core.DB.Pool, c.Name); err != nil {
			return err
		}
		waiting = 0
		for _, p := range left {
			if p.Again {
				waiting++
			}
		}
		if waiting > 0 && time.Now().After(deadline) {
			fmt.Printf("%d of %d messages wait for a running program with their reactor\n", waiting, asked)
			return nil
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			return ctx.Err()
		}
	}
	fmt.Printf("%d messages were tried again, %d stay poisoned\n", asked, len(left))
	for _, p := range left {
		fmt.Printf("%s: %s (%s), tried %d times: %s\n", p.Reactor, p.Message, p.Kind, p.Tries, p.Error)
	}
	if len(left) > 0 {
		return errors.New("some messages stay poisoned")
	}
	return nil
}
