package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type prebuildCmd struct{}

// Run builds the read models' new versions beside the program that serves the old ones, and ends when they are as far.
func (prebuildCmd) Run(e *environment) (err error) {
	core, err := e.open(app.Share)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	start := time.Now()
	built, err := core.Runner.Prebuild(e.ctx)
	if err != nil {
		return err
	}
	for _, name := range built {
		fmt.Printf("%s is built, beside what serves\n", name)
	}
	fmt.Printf("%d read models were built in %s; start this program in place of the old one\n", len(built), time.Since(start).Round(time.Millisecond))
	return nil
}
