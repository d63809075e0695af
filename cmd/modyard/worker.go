package main

import (
	"errors"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type workerCmd struct{}

// Run projects until the program is told to stop.
func (workerCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	core.Logger.InfoContext(e.ctx, "the worker projects the log")
	return core.Work(e.ctx)
}
