package main

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog/eventlogbench"
)

const (
	warmUp = 50
	// breath is the idle time between two commands.
	breath = 5 * time.Millisecond
)

// command sends PATCH project over HTTP, each after all work of the previous one is done.
func command(ctx context.Context, g *ground) ([]Row, error) {
	s, err := g.openSite(ctx)
	if err != nil {
		return nil, err
	}
	n := g.amount(500, 50)
	var took []time.Duration
	for i := range warmUp + n {
		begin := time.Now()
		at, err := s.rename(ctx, i, fmt.Sprintf("Renamed alone %d", i))
		if err != nil {
			return nil, err
		}
		if i >= warmUp {
			took = append(took, time.Since(begin))
		}
		s.log.take(at)
		if err := s.seen(ctx, at); err != nil {
			return nil, err
		}
		time.Sleep(breath)
	}
	note := fmt.Sprintf("PATCH project over HTTP, %d times", n)
	return []Row{
		{What: "one command, alone: p50", Figure: ms(percentile(took, 0.50)), Unit: "ms", Budget: below(ms(eventlogbench.BudgetLoneP50)), Note: note},
		{What: "one command, alone: p99", Figure: ms(percentile(took, 0.99)), Unit: "ms", Budget: below(ms(eventlogbench.BudgetLoneP99))},
	}, nil
}
