package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type rebuildCmd struct {
	Name string `arg:"" optional:"" help:"The read model, for example catalog, or search for the index in Elasticsearch; without it, all read models."`
}

// Run rebuilds one read model, or all of them with one pass of the log.
func (c *rebuildCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	start := time.Now()
	names := core.Runner.Names()
	if c.Name != "" {
		names = []string{c.Name}
	}
	if c.Name == app.SearchIndex {
		err = core.Reship(e.ctx)
	} else {
		err = core.Runner.Rebuild(e.ctx, names...)
	}
	if err != nil {
		return err
	}
	fmt.Printf("%s: rebuilt in %s, now in use\n", strings.Join(names, ", "), time.Since(start).Round(time.Millisecond))
	return nil
}
