package main

import (
	"errors"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type workerCmd struct{}

// Run runs the projections until the program is stopped.
func (workerCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	core.Logger.InfoContext(e.ctx, "the worker is running the projections")
	return core.Work(e.ctx)
}
