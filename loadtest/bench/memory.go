package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/loadtest/program"
	"github.com/modyard/modyard/platform/ids"
)

const (
	memoryBudget  = 250    // MB
	catchUpBudget = 15_000 // events/s of all read models together, while the program serves
)

// memory fills a data directory with projects, starts `modyard serve`, which projects them and answers visitors, and
// starts it once more to answer visitors: the memory of the process must be within the budget both times.
func memory(ctx context.Context, g *ground) ([]Row, error) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		return []Row{skippedRow("memory of serve", "this system has no /proc")}, nil //nolint:nilerr // it is not everybody's
	}
	dir, err := g.folder("memory")
	if err != nil {
		return nil, err
	}
	n := g.amount(100_000, 2000)
	names, events, err := g.populate(ctx, dir, n)
	if err != nil {
		return nil, err
	}
	projecting, err := g.visited(ctx, dir, n, "projecting")
	if err != nil {
		return nil, err
	}
	g.say("   projected in %.1f s: %.0f MB, at most %.0f MB", projecting.ready.Seconds(), projecting.Now, projecting.Peak)
	again, err := g.visited(ctx, dir, n, "again")
	if err != nil {
		return nil, err
	}
	return memoryRows(n, names, events, projecting, again), nil
}

// memoryRows are the figures of a program that projected projects with so many events, and was started again with them.
func memoryRows(projects int, names string, events uint64, projecting, again visited) []Row {
	what := fmt.Sprintf("memory of serve, %d projects, ", projects)
	row := func(when, about string, v visited) Row {
		return Row{What: what + when, Figure: v.Now, Unit: "MB", Budget: below(memoryBudget),
			Note: fmt.Sprintf("%s in %.1f s, then %d requests; at most %.0f MB", about, v.ready.Seconds(), v.asked, v.Peak)}
	}
	return []Row{
		row("started with them", "ready with "+names, again),
		row("having projected them", fmt.Sprintf("%d events", events), projecting),
		{What: what + "at most while it projects and answers", Figure: projecting.Peak, Unit: "MB", Budget: atMost(memoryBudget)},
		{What: fmt.Sprintf("live catch-up of serve, %d projects", projects), Figure: float64(events) / projecting.ready.Seconds(), Unit: "events/s", Budget: atLeast(catchUpBudget),
			Note: fmt.Sprintf("%d events in %.1f s from the start of the process until every read model is ready; a rebuild is the part `rebuild`", events, projecting.ready.Seconds())},
	}
}

// visited is the memory of a run of the program after it was ready and had answered visitors.
type visited struct {
	program.Memory
	ready time.Duration
	asked int
}

func (g *ground) visited(ctx context.Context, dir string, projects int, when string) (v visited, err error) {
	p, err := g.serve(ctx, dir)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, p.Stop()) }()
	begin := time.Now()
	if err := p.Ready(ctx); err != nil {
		return v, err
	}
	v.ready = time.Since(begin)
	if v.asked, err = p.load(ctx, projects, g.amount(20, 2)); err != nil {
		return v, err
	}
	if v.Memory, err = program.MemoryOf(p.PID()); err != nil || g.heap == "" {
		return v, err
	}
	return v, p.saveHeap(ctx, g.heap+when+".pprof") // after the measurement: it collects garbage
}

// populate appends the projects' histories to the log of a data directory that no program uses.
func (g *ground) populate(ctx context.Context, dir string, n int) (names string, events uint64, err error) {
	begin := time.Now()
	core, err := app.Open(ctx, g.settings(dir, g.own(dir)), g.logger, app.Own)
	if err != nil {
		return "", 0, err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	about, names := catalogue()
	head, err := fill(ctx, core, n, 1, ids.FromBytes([]byte(ownerName)), about)
	if err != nil {
		return "", 0, err
	}
	g.say("   %d projects with %s: %d events appended in %.1f s", n, names, head, time.Since(begin).Seconds())
	return names, uint64(head), nil
}
