package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type verifyCmd struct {
	Name string `arg:"" optional:"" help:"The read model, or search for the index in Elasticsearch; without it, all of them."`
	Show int    `name:"show" default:"10" placeholder:"N" help:"Number of differences to print for each read model."`
}

// Run verifies and fails if a read model differs.
func (c *verifyCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	names := core.Runner.Names()
	if core.Feeder != nil {
		names = append(names, app.SearchIndex)
	}
	if c.Name != "" {
		names = []string{c.Name}
	}
	start, differ := time.Now(), false
	models := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == app.SearchIndex })
	found, err := core.Runner.Verify(e.ctx, models...)
	if err != nil {
		return err
	}
	for _, name := range models {
		if len(found[name]) == 0 {
			fmt.Printf("%s: equals a new build from the log\n", name)
			continue
		}
		differ = true
		fmt.Printf("%s: differs from a new build from the log at position %d; the first differences:\n", name, found[name][0].Position)
		for _, d := range found[name][:min(len(found[name]), c.Show)] {
			fmt.Println(d)
		}
	}
	if len(models) > 0 {
		fmt.Printf("verified in %s\n", time.Since(start).Round(time.Millisecond))
	}
	if len(models) < len(names) {
		same, err := c.search(e.ctx, core)
		if err != nil {
			return err
		}
		differ = differ || !same
	}
	if differ {
		return errors.New("verification failed; after finding the cause, run `modyard rebuild NAME`")
	}
	return nil
}

// search compares the index in Elasticsearch with the documents in Postgres and returns whether they are equal.
func (c *verifyCmd) search(ctx context.Context, core *app.Core) (bool, error) {
	start := time.Now()
	found, err := core.VerifySearch(ctx)
	if err != nil {
		return false, fmt.Errorf("verify %s: %w", app.SearchIndex, err)
	}
	took := time.Since(start).Round(time.Millisecond)
	if len(found) == 0 {
		fmt.Printf("%s: equals the documents in Postgres (%s)\n", app.SearchIndex, took)
		return true, nil
	}
	fmt.Printf("%s: %d documents differ from those in Postgres; the first:\n", app.SearchIndex, len(found))
	for _, d := range found[:min(len(found), c.Show)] {
		fmt.Println(d)
	}
	return false, nil
}
