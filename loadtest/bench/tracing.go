package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/platform/config"
)

const (
	// Two equal sites can differ in cost for their whole lifetime, so every block opens new ones in another order.
	tracedBlocks, tracedRounds = 4, 8
	tracedCallers              = 8
	// tracingBudget is how much more processor time a command may take with traces.
	tracingBudget = 2 // %
)

// tracing sends the same commands to two sites without traces, to one with the default share and to one with all of
// them, in turns, and compares the processor time of this process: the client, the site and the collector, which discards
// what it gets. The difference of the two sites without traces is the uncertainty of the others.
func tracing(ctx context.Context, g *ground) ([]Row, error) {
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the sender notices
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	defer collector.Close()
	shares := []string{"", "", "0.1", "1"} // empty: no traces
	spent := make([][]float64, len(shares))
	for block := range g.amount(tracedBlocks, 1) {
		if err := g.tracedBlock(ctx, collector.URL, shares, block, spent); err != nil {
			return nil, err
		}
	}
	var rows []Row
	for i, share := range shares[1:] {
		var more []float64
		for round, used := range spent[i+1] {
			without := spent[0][round]
			if share != "" {
				without = (without + spent[1][round]) / 2
			}
			more = append(more, (used/without-1)*100)
		}
		row := Row{What: "tracing a share of " + share + ", processor time more a command", Figure: median(more), Unit: "%",
			Note: fmt.Sprintf("%d pairs: median %.0f and %.0f µs without; from %.1f to %.1f %%",
				len(more), median(spent[i+1]), median(spent[0]), slices.Min(more), slices.Max(more))}
		switch share {
		case "":
			row.What = "tracing nothing, compared with nothing"
		case "0.1":
			row.Budget = atMost(tracingBudget)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// tracedBlock opens a site for each share, the block'th first, and appends the processor time of a command in every round
// to spent, in µs.
func (g *ground) tracedBlock(ctx context.Context, collector string, shares []string, block int, spent [][]float64) (err error) {
	sites := make([]*site, len(shares))
	for i := range shares {
		at := (i + block) % len(shares)
		s, opened := g.newSite(ctx, func(c *config.Config) {
			if c.TraceShare = shares[at]; shares[at] != "" {
				c.OTLPURL = collector
			}
		})
		if opened != nil {
			return opened
		}
		defer func() {
			s.client.CloseIdleConnections()
			err = errors.Join(err, s.stop())
		}()
		sites[at] = s
	}
	n := g.amount(1200, 20)
	for round := range g.amount(tracedRounds, 2) + 1 {
		for i := range sites {
			at := (i + round) % len(sites) // no site is always the first
			used, err := sites[at].renames(ctx, round, n)
			if err != nil {
				return err
			}
			if round > 0 { // the first one warms up
				spent[at] = append(spent[at], used)
			}
		}
	}
	return nil
}

// renames renames n projects with several callers, waits until it is visible, and returns the processor time of this
// process for each, in µs.
func (s *site) renames(ctx context.Context, round, n int) (float64, error) {
	runtime.GC() // or a round pays for the garbage of the one before
	begin := usedTime()
	callers, calling := errgroup.WithContext(ctx)
	for caller := range tracedCallers {
		callers.Go(func() error {
			for i := caller; i < n; i += tracedCallers {
				at, err := s.rename(calling, i, fmt.Sprintf("Traced %d %d", round, i))
				if err != nil {
					return err
				}
				s.log.take(at)
				if i+tracedCallers >= n {
					if err := s.seen(calling, at); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	err := callers.Wait()
	return float64((usedTime() - begin).Microseconds()) / float64(n), err
}

// usedTime is the processor time of this process, zero where the system does not report it.
func usedTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
