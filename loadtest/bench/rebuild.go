package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/loadtest/program"
)

// rebuild fills a log with the mix of a site's life, then rebuilds and verifies all read models.
func rebuild(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = firstOf(err, closed()) }()
	begin := time.Now()
	head, err := newMix(core).fill(ctx, g.amount(g.events, 3_000))
	if err != nil {
		return nil, err
	}
	g.say("   a log of %d events in %.0f s", head, time.Since(begin).Seconds())
	names := core.Runner.Names()
	measure := func(what string, do func() error) error {
		spent, begin, peak := g.spending(head), time.Now(), watchMemory(ctx)
		err := do()
		took, most := time.Since(begin), peak()
		row := Row{What: what, Figure: float64(head) / took.Seconds(), Unit: "events/s", Budget: atLeast(17_000),
			Note: fmt.Sprintf("%d events in %.1f s: %.1f s a million, %.1f minutes for 10 million; at most %.0f MB; %s",
				head, took.Seconds(), perMillion(took, head),
				perMillion(took, head)*10/60, most, spent())}
		g.say("   %s: %s", what, row.Note)
		rows = append(rows, row)
		return err
	}
	if err := measure("all read models rebuilt", func() error { return core.Runner.Rebuild(ctx, names...) }); err != nil {
		return rows, err
	}
	err = measure("all read models verified", func() error {
		found, err := core.Runner.Verify(ctx, names...)
		if err == nil && len(found) > 0 {
			err = fmt.Errorf("read models differ: %v", found)
		}
		return err
	})
	return rows, err
}

func perMillion(took time.Duration, events eventlog.Position) float64 {
	return took.Seconds() / float64(events) * 1e6
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// watchMemory measures this process's memory until the returned function is called, which returns the maximum.
func watchMemory(ctx context.Context) func() float64 {
	ctx, cancel := context.WithCancel(ctx)
	most := make(chan float64)
	go func() {
		var peak float64
		for tick := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-tick.C:
				if m, err := program.MemoryOf(os.Getpid()); err == nil {
					peak = max(peak, m.Now)
				}
			case <-ctx.Done():
				most <- peak
				return
			}
		}
	}()
	return func() float64 { cancel(); return <-most }
}
