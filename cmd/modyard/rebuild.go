package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type rebuildCmd struct {
	Name string `arg:"" help:"The read model, for example catalog; search for the index in Elasticsearch."`
}

// Run rebuilds one read model.
func (c *rebuildCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	start := time.Now()
	rebuild := core.Runner.Rebuild
	if c.Name == app.SearchIndex {
		rebuild = func(ctx context.Context, _ string) error { return core.Reship(ctx) }
	}
	if err := rebuild(e.ctx, c.Name); err != nil {
		return err
	}
	fmt.Printf("%s was rebuilt in %s and serves\n", c.Name, time.Since(start).Round(time.Millisecond))
	return nil
}
