package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/projections/asof"
)

// asOf folds one project with many versions as of random positions, among the events of other projects.
func asOf(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	owner := ids.FromBytes([]byte(ownerName))
	versions := g.amount(997, 100)
	head, err := fill(ctx, core, 1, versions, owner, invented)
	if err != nil {
		return nil, err
	}
	reader := asof.New(asof.Options{Log: read.Only(core.Log), Codec: core.Codec, Markdown: markdown.Render})
	var now, past []time.Duration
	for i := range 5 + g.amount(200, 20) {
		at := head
		if i%2 == 1 {
			at = eventlog.Position(1 + rand.N(uint64(head)))
		}
		begin := time.Now()
		d, _, err := reader.Project(ctx, projectID(0), at)
		took := time.Since(begin)
		switch {
		case err != nil:
			return nil, err
		case at == head && len(d.Versions) != versions:
			return nil, fmt.Errorf("the project has %d versions, not %d", len(d.Versions), versions)
		case i < 5: // connections and plans
		case at == head:
			now = append(now, took)
		default:
			past = append(past, took)
		}
	}
	what := fmt.Sprintf("a project with %d versions, a log of %d events", versions, head)
	return []Row{
		{What: "a project of 2 000 events as of now: p95", Figure: ms(percentile(now, 0.95)), Unit: "ms", Budget: below(50),
			Note: fmt.Sprintf("%s; p50 %.1f ms", what, ms(percentile(now, 0.50)))},
		{What: "the same, as of any moment: p95", Figure: ms(percentile(append(past, now...), 0.95)), Unit: "ms", Budget: below(50),
			Note: fmt.Sprintf("p50 %.1f ms", ms(percentile(append(past, now...), 0.50)))},
	}, nil
}
