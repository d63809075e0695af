package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog/eventlogbench"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/database"

	"github.com/modyard/modyard/cmd/modyard/app"
)

// sealing measures how fast a log is sealed and compared with its seal, and what the sealer costs the appends.
func sealing(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	head, err := newMix(core).fill(ctx, g.amount(300_000, 3_000))
	if err != nil {
		return nil, err
	}
	store, err := blobs.Open(ctx, "mem://", "")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	sealer, err := core.Sealer(ctx, store)
	if err != nil {
		return nil, err
	}
	spent, begin := g.spending(head), time.Now()
	if err := sealer.Catch(ctx); err != nil {
		return nil, err
	}
	took := time.Since(begin)
	rows = append(rows, Row{What: "events sealed", Figure: float64(head) / took.Seconds(), Unit: "events/s",
		Note: fmt.Sprintf("%d events, nothing beside; %s", head, spent())})

	audit, err := core.AuditWith(ctx, store)
	if err != nil {
		return nil, err
	}
	spent, begin = g.spending(head), time.Now()
	report, err := audit.Run(ctx, func(int64) {})
	if err == nil && (len(report.Findings) > 0 || report.Sealed != int64(head)) {
		err = fmt.Errorf("the log differs from its seal: %+v", report)
	}
	if err != nil {
		return rows, err
	}
	rows = append(rows, Row{What: "log compared with its seal", Figure: perMillion(time.Since(begin), head), Unit: "s a million events", Note: spent()})

	more, err := beside(ctx, g, core, sealer)
	return append(rows, more...), err
}

const (
	besideCallers = 256
	besidePairs   = 5
)

// beside measures appends with and without a sealer, in turns, each time next to one bulk COPY.
func beside(ctx context.Context, g *ground, core *app.Core, sealer *seal.Sealer) ([]Row, error) {
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
	var with, without, ratios, plain []float64
	for range g.amount(besidePairs, 1) {
		alone, err := eventlogbench.Run(ctx, core.DB.Pool, owner, options)
		if err != nil {
			return nil, err
		}
		working, stop := context.WithCancel(ctx)
		done := make(chan error, 1)
		go func() { done <- sealer.Run(working) }()
		both, err := eventlogbench.Run(ctx, core.DB.Pool, owner, options)
		stop()
		if err = errors.Join(err, <-done); err != nil {
			return nil, err
		}
		without, with = append(without, alone.Appends[0].Rate), append(with, both.Appends[0].Rate)
		plain, ratios = append(plain, alone.OfCopy()), append(ratios, both.OfCopy())
	}
	return []Row{{
		What: fmt.Sprintf("appends, %d callers, with a sealer ÷ without", besideCallers), Figure: median(with) / median(without), Unit: "×", Budget: atLeast(0.95),
		Note: fmt.Sprintf("median of %d pairs: %.0f and %.0f events/s; %.3f and %.3f of one bulk COPY", len(with), median(with), median(without), median(ratios), median(plain)),
	}}, nil
}
