package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/runtime"
)

// catchUp fills a log and measures projectors that read it from beginning to end.
func catchUp(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	head, err := fill(ctx, core, g.amount(5556, 500), 2, ids.FromBytes([]byte(ownerName)), invented)
	if err != nil {
		return nil, err
	}
	g.say("   a log of %d events", head)
	var rates []float64
	spent := g.spending(head)
	for i := range 3 {
		name := fmt.Sprintf("counters%d", i)
		runner, err := runtime.New(runtime.Options{DB: core.DB, Log: core.Log, Codec: core.Codec, Board: core.Board, Logger: g.logger}, counters(name))
		if err != nil {
			return nil, err
		}
		rate, err := catchingUp(ctx, core, runner, name, head)
		if err != nil {
			return nil, err
		}
		rates = append(rates, rate)
	}
	simple := spent()
	spent = g.spending(head)
	documents, err := catchingUp(ctx, core, core.Runner, catalog.Name, head)
	if err != nil {
		return nil, err
	}
	full := spent()
	applied, err := appliedShare(ctx, core)
	if err != nil {
		return nil, err
	}
	return []Row{
		{What: "projector catch-up, counters", Figure: median(rates), Unit: "events/s", Budget: atLeast(20_000),
			Note: fmt.Sprintf("a log of %d events; median of 3; of all three together %s", head, simple)},
		{What: "projector catch-up, documents and search", Figure: documents, Unit: "events/s", Budget: atLeast(5_000),
			Note: fmt.Sprintf("of which the catalogue applies %.0f/s; the others repeat what its own say; %s", documents*applied, full)},
	}, nil
}

// catchingUp runs a runner until its read model has reached the head, and returns the events a second.
func catchingUp(ctx context.Context, c *app.Core, r *runtime.Runner, name string, head eventlog.Position) (rate float64, err error) {
	running, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	begin := time.Now()
	go func() { done <- r.Run(running) }()
	reached := make(chan error, 1)
	go func() { reached <- c.Board.Wait(running, name, uint64(head)) }()
	select {
	case err = <-reached:
		rate = float64(head) / time.Since(begin).Seconds()
		cancel()
		err = errors.Join(err, <-done)
	case err = <-done:
		cancel()
		if err == nil {
			err = errors.New("the projector ended before it had caught up")
		}
	}
	return rate, errors.Join(err, nothingParked(context.WithoutCancel(ctx), c, name))
}

// nothingParked verifies that all events were applied, not parked.
func nothingParked(ctx context.Context, c *app.Core, name string) error {
	var parked int
	var reason string
	err := c.DB.Pool.QueryRow(ctx, `select count(*), coalesce(min(error), '') from runtime.parked_events where name = $1`, name).Scan(&parked, &reason)
	if err == nil && parked > 0 {
		err = fmt.Errorf("%s parked %d events: %s", name, parked, reason)
	}
	return err
}

// appliedShare is the share of the log's events that the catalogue handles.
func appliedShare(ctx context.Context, c *app.Core) (share float64, err error) {
	for _, p := range app.Projectors() {
		if p.Name == catalog.Name {
			err = c.DB.Pool.QueryRow(ctx, `select avg((type = any($1))::int)::float8 from log.events`, p.Handles(c.Codec)).Scan(&share)
		}
	}
	return share, err
}
