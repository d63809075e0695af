package main

import (
	"context"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type workerCmd struct{}

// Run runs the projections, the reactors and the jobs until the program is stopped.
func (workerCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		options := app.SiteOptions{Unserved: true}
		if e.reactors != nil {
			options.Reactors = e.reactors(core)
		}
		site, err := app.NewSite(e.ctx, core, options)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(e.ctx)
		defer cancel()
		go app.GovernMemory(ctx, core.Logger)
		core.Logger.InfoContext(ctx, "the worker is running the projections, the reactors and the jobs")
		return site.Work(ctx)
	})
}
