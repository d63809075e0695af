package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog/eventlogbench"
	"github.com/modyard/modyard/platform/database"
)

// appends compares the log with the best and the worst that the database could do, alternately.
func appends(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	if !g.quick() {
		if err := g.settle(ctx); err != nil {
			return nil, err
		}
	}
	var options eventlogbench.Options
	if g.quick() {
		options = eventlogbench.Options{Rounds: 1, Span: 400 * time.Millisecond, CopyRows: 10_000}
	}
	owner, err := database.ConnectOwner(ctx, core.DB.OwnerURL)
	if err != nil {
		return nil, err
	}
	defer owner.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	r, err := eventlogbench.Run(ctx, core.DB.Pool, owner, options)
	if err != nil {
		return nil, err
	}
	most := r.Appends[len(r.Appends)-1]
	callers := fmt.Sprintf("appends, %d callers", most.Callers)
	rows = []Row{
		{What: callers + " ÷ one bulk COPY", Figure: r.OfCopy(), Unit: "×", Budget: atLeast(eventlogbench.BudgetOfCopy),
			Note: fmt.Sprintf("%.0f and %.0f events/s", most.Rate, r.Copy)},
		{What: callers + " ÷ one transaction an append", Figure: r.OfSingle(), Unit: "×", Budget: atLeast(eventlogbench.BudgetOfSingle),
			Note: fmt.Sprintf("%.0f and %.0f events/s", most.Rate, r.Single)},
	}
	for _, a := range r.Appends {
		rows = append(rows, Row{What: fmt.Sprintf("appends, %d callers", a.Callers), Figure: a.Rate, Unit: "events/s",
			Note: fmt.Sprintf("p50 %.1f ms, p99 %.1f ms", ms(a.P50), ms(a.P99))})
	}
	return append(rows,
		Row{What: "one append, alone: p99", Figure: ms(r.LoneP99), Unit: "ms", Note: fmt.Sprintf("p50 %.1f ms", ms(r.LoneP50))},
		Row{What: "appends in bulk, one caller", Figure: r.Bulk, Unit: "events/s"},
		Row{What: "reading the log", Figure: r.Follow, Unit: "events/s"},
		Row{What: "reading 200 streams of 10 events together", Figure: r.Streams, Unit: "events/s"},
		Row{What: "reading the newest event of a stream", Figure: r.Newest, Unit: "reads/s"},
	), nil
}

// settle warms up the fresh server: afterwards it recycles write-ahead log files. Creating each of them stops every
// commit for tens of milliseconds, which the budget excludes.
func (g *ground) settle(ctx context.Context) error {
	for _, statement := range []string{
		"CREATE TABLE worked AS SELECT repeat(md5(i::text), 16) AS text FROM generate_series(1, 2500000) i",
		"CHECKPOINT", "DROP TABLE worked", "CHECKPOINT",
	} {
		if err := g.admin(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// rest ends the work that filling a site leaves to the server, as months between its events would: vacuuming and statistics. Then it
// settles.
func (g *ground) rest(ctx context.Context, s *site) error {
	if _, err := s.DB.Pool.Exec(ctx, "VACUUM (ANALYZE)"); err != nil {
		return fmt.Errorf("vacuum: %w", err)
	}
	if g.quick() {
		return nil
	}
	return g.settle(ctx)
}
