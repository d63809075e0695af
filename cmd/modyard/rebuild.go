package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/runtime"
)

type rebuildCmd struct {
	Name       string `arg:"" optional:"" help:"The read model, for example catalog, or search for the index in Elasticsearch; without it, all read models."`
	Unverified bool   `name:"unverified" help:"Use the new read models although the log differs from its seal."`
}

// Run rebuilds one read model, or all of them with one pass of the log.
func (c *rebuildCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		start := time.Now()
		names := append(core.Runner.Names(), core.Hits.Names()...)
		if c.Name != "" {
			names = []string{c.Name}
		}
		rebuild := func() error { return c.rebuildBoth(e.ctx, core, names) }
		if c.Name == app.SearchIndex {
			rebuild = func() error { return core.Reship(e.ctx) }
		}
		if err := rebuild(); err != nil {
			return err
		}
		fmt.Printf("%s: rebuilt in %s, now in use\n", strings.Join(names, ", "), time.Since(start).Round(time.Millisecond))
		return nil
	})
}

// rebuildBoth rebuilds read models of the main log and of the log of hits.
func (c *rebuildCmd) rebuildBoth(ctx context.Context, core *app.Core, names []string) error {
	main, hits := core.OfLogs(names)
	if len(main) > 0 {
		if err := c.rebuild(ctx, core, main); err != nil {
			return err
		}
	}
	if len(hits) == 0 {
		return nil
	}
	return core.Hits.Rebuild(ctx, os.Stdout, hits)
}

// rebuild rebuilds read models, and compares the log with its seal in the same pass.
func (c *rebuildCmd) rebuild(ctx context.Context, core *app.Core, names []string) error {
	if c.Unverified {
		return core.Runner.Rebuild(ctx, names...)
	}
	audit, err := core.Audit(ctx)
	if err != nil {
		return err
	}
	return core.Runner.RebuildChecked(ctx, runtime.Check{Add: audit.Add, Finish: func(ctx context.Context, upTo eventlog.Position) error {
		report, err := audit.Finish(ctx, upTo)
		if err != nil || len(report.Findings) == 0 {
			return err
		}
		printReport(os.Stderr, report)
		return fmt.Errorf("%w: the read models were not replaced; see `modyard verify --log`, or use --unverified", errLog)
	}}, names...)
}
