package main

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
)

type prebuildCmd struct{}

// Run builds new versions of the read models beside the program that serves the old ones, and ends when they have
// caught up.
func (prebuildCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		start := time.Now()
		var built []string
		for _, runner := range core.RunnersOf("") {
			more, err := runner.Prebuild(e.ctx)
			if err != nil {
				return err
			}
			built = append(built, more...)
		}
		for _, name := range built {
			fmt.Printf("%s is built, in addition to the version in use\n", name)
		}
		fmt.Printf("%d read models were built in %s; replace the old program with this one\n", len(built), time.Since(start).Round(time.Millisecond))
		return nil
	})
}
