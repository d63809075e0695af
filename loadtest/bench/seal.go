package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/platform/blobs"
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

	more, err := g.beside(ctx, core, nothing(), companion{"a sealer", sealer.Run})
	return append(rows, more...), err
}
