package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog/eventlogbench"
	"github.com/modyard/modyard/platform/database"
)

const (
	besideCallers = 256
	besidePairs   = 5
)

// companion is work that follows the log while events are appended. It ends with its context.
type companion struct {
	what string
	run  func(context.Context) error
}

func nothing() companion { return companion{what: "nothing"} }

// with is c and another companion at the same time.
func (c companion) with(other companion) companion {
	return companion{c.what, func(ctx context.Context) error {
		running, stop := context.WithCancel(ctx)
		defer stop()
		done := make(chan error, 1)
		go func() { defer stop(); done <- other.run(running) }()
		err := c.run(running)
		stop()
		return errors.Join(err, <-done)
	}}
}

// beside measures appends beside the companion that is always there (one without run for none), and beside it and each of the
// others, in turns, each time next to one bulk COPY.
func (g *ground) beside(ctx context.Context, core *app.Core, always companion, companions ...companion) ([]Row, error) {
	if !g.quick() {
		if err := g.settle(ctx); err != nil {
			return nil, err
		}
	}
	owner, err := database.ConnectOwner(ctx, core.DB.OwnerURL)
	if err != nil {
		return nil, err
	}
	defer owner.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	options := eventlogbench.Options{Rounds: 1, Callers: []int{besideCallers}}
	if g.quick() {
		options.Span, options.CopyRows = 400*time.Millisecond, 10_000
	}
	measure := func(c companion) (r eventlogbench.Report, err error) {
		if c.run == nil {
			return eventlogbench.Run(ctx, core.DB.Pool, owner, options)
		}
		working, stop := context.WithCancel(ctx)
		done := make(chan error, 1)
		go func() { done <- c.run(working) }()
		r, err = eventlogbench.Run(ctx, core.DB.Pool, owner, options)
		stop()
		return r, errors.Join(err, <-done)
	}
	all := []companion{always}
	for _, c := range companions {
		if always.run != nil {
			c = c.with(always)
		}
		all = append(all, c)
	}
	rates, ratios := make([][]float64, len(all)), make([][]float64, len(all))
	for round := range g.amount(besidePairs, 1) {
		for turn := range all {
			i := (round + turn) % len(all) // each begins a round: the first of one finds a rested machine
			r, err := measure(all[i])
			if err != nil {
				return nil, fmt.Errorf("appends beside %s: %w", all[i].what, err)
			}
			rates[i], ratios[i] = append(rates[i], r.Appends[0].Rate), append(ratios[i], r.OfCopy())
		}
	}
	var rows []Row
	for i, c := range companions {
		with, without := median(rates[i+1]), median(rates[0])
		rows = append(rows, Row{
			What: fmt.Sprintf("appends beside %s, %d callers, with %s ÷ without", always.what, besideCallers, c.what), Figure: with / without, Unit: "×", Budget: atLeast(0.95),
			Note: fmt.Sprintf("median of %d pairs: %.0f and %.0f events/s; %.3f and %.3f of one bulk COPY", len(rates[0]), with, without, median(ratios[i+1]), median(ratios[0])),
		})
	}
	return rows, nil
}
