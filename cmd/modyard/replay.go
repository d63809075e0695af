package main

import (
	"errors"
	"fmt"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type replayCmd struct {
	Parked bool   `name:"parked" required:"" help:"Retry the events that could not be applied."`
	Name   string `arg:"" optional:"" help:"The read model; without it, all of them."`
}

// Run replays parked events and fails if some stay parked.
func (c *replayCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	done, err := core.Runner.ReplayParked(e.ctx, c.Name)
	if err != nil {
		return err
	}
	fmt.Printf("%d events were applied, %d stay parked\n", done.Applied, done.Failed)
	if done.Failed == 0 {
		return nil
	}
	left, err := core.Runner.Parked(e.ctx, c.Name)
	if err != nil {
		return err
	}
	for _, p := range left {
		fmt.Printf("%s/v%d event %d (%s in %s): %s\n", p.Name, p.Version, p.Position, p.Type, p.Stream, p.Error)
	}
	return errors.New("some events stay parked")
}
