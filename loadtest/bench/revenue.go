package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	projectedrevenue "github.com/modyard/modyard/projections/revenue"
)

const (
	yearBudget    = 600 // s, 365 days shared
	monthBudget   = 60  // s, a month settled
	ledgerBudget  = 120 // s, all of it verified
	shareBudget   = 80  // bytes in the log
	balanceBudget = 50  // ms, p95
	linesBudget   = 100 // ms, p95
	requestBudget = 20  // ms, p99
)

// earning measures the money of a year: its days shared among many creators, a month settled, all of it verified, and what
// the owner of a wallet with many lines asks.
func earning(ctx context.Context, g *ground) (rows []Row, err error) {
	methods, err := g.payoutMethods()
	if err != nil {
		return nil, err
	}
	s, err := g.siteOf(ctx, 1, 1, invented, func(c *config.Config) { c.PayoutMethods = methods })
	if err != nil {
		return nil, err
	}
	defer func() { s.client.CloseIdleConnections(); err = errors.Join(err, s.stop()) }()
	r := &revenueBench{site: s, ground: g, creators: g.amount(10_000, 60), days: g.amount(g.days, 32), lines: g.amount(10_000, 400)}
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	for _, measure := range []func(context.Context) ([]Row, error){r.share, r.settleMonth, r.verify, r.read, r.request} {
		more, err := measure(ctx)
		rows = append(rows, more...)
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// share enters income of each day, confirms it and shares the day, while the read model follows.
func (r *revenueBench) share(ctx context.Context) ([]Row, error) {
	before, err := r.logSize(ctx)
	if err != nil {
		return nil, err
	}
	spent := r.ground.spending(eventlog.Position(r.days * r.creators)) //nolint:gosec // not negative
	begin := time.Now()
	for n := range r.days {
		day := r.day(n)
		if err := r.plan.Income(ctx, day, "ads", 700*revenue.Unit+revenue.Amount(n), "evidence"); err != nil {
			return nil, err
		}
		if err := r.plan.ShareDay(ctx, day); err != nil {
			return nil, err
		}
		if n%50 == 49 {
			r.ground.say("   %d days shared in %.0f s", n+1, time.Since(begin).Seconds())
		}
	}
	took := time.Since(begin)
	if err := r.followed(ctx); err != nil {
		return nil, err
	}
	seen := time.Since(begin)
	var shares, bytes int
	err = r.DB.Pool.QueryRow(ctx, `select (select count(*) from revenue.shares)::int,
    (select sum(octet_length(data) + octet_length(meta)) from log.events where type = 'revenueday.shares-noted.v1')::int`).Scan(&shares, &bytes)
	if err != nil {
		return nil, fmt.Errorf("count the shares: %w", err)
	}
	if shares != r.days*r.creators {
		return nil, fmt.Errorf("%d shares of %d days among %d creators", shares, r.days, r.creators)
	}
	after, err := r.logSize(ctx)
	if err != nil {
		return nil, err
	}
	year := Row{What: fmt.Sprintf("%d days shared among %d creators", r.days, r.creators), Figure: took.Seconds(), Unit: "s", Budget: below(yearBudget),
		Note: fmt.Sprintf("%d shares, %.0f a second; readers see all after %.0f s; of shares %s", shares, float64(shares)/took.Seconds(), seen.Seconds(), spent())}
	return []Row{year,
		{What: "a share in the log", Figure: float64(bytes) / float64(max(shares, 1)), Unit: "bytes", Budget: atMost(shareBudget),
			Note: fmt.Sprintf("of the JSON; %.1f bytes of the table with its indices for a share, with all else that a day has", float64(after-before)/float64(max(shares, 1)))},
	}, nil
}

// logSize is the size of the log with its indices on the disk.
func (r *revenueBench) logSize(ctx context.Context) (size int64, err error) {
	err = r.DB.Pool.QueryRow(ctx, `select sum(pg_total_relation_size(inhrelid))::bigint from pg_inherits where inhparent = 'log.events'::regclass`).Scan(&size)
	if err != nil {
		return 0, fmt.Errorf("measure the log: %w", err)
	}
	return size, nil
}

// followed waits until the read model has all that the log has.
func (r *revenueBench) followed(ctx context.Context) error {
	head, err := r.Log.Head(ctx)
	if err != nil {
		return err
	}
	return r.Board.Wait(ctx, projectedrevenue.Name, uint64(head))
}

// settleMonth settles the first month.
func (r *revenueBench) settleMonth(ctx context.Context) ([]Row, error) {
	begin := time.Now()
	if err := r.plan.Settle(ctx, revenue.MonthOf(r.day(0))); err != nil {
		return nil, err
	}
	took := time.Since(begin)
	if err := r.followed(ctx); err != nil {
		return nil, err
	}
	seen := time.Since(begin)
	var wallets int
	if err := r.DB.Pool.QueryRow(ctx, `select wallets from revenue.months where state = 'settled'`).Scan(&wallets); err != nil {
		return nil, fmt.Errorf("count the wallets: %w", err)
	}
	return []Row{{What: "a month settled", Figure: took.Seconds(), Unit: "s", Budget: below(monthBudget),
		Note: fmt.Sprintf("%d wallets, %.0f a second; readers see all after %.1f s", wallets, float64(wallets)/took.Seconds(), seen.Seconds())}}, nil
}

// verify verifies the ledger, which must agree.
func (r *revenueBench) verify(ctx context.Context) ([]Row, error) {
	peak, begin := watchMemory(ctx), time.Now()
	report, err := r.VerifyLedger(ctx)
	took, most := time.Since(begin), peak()
	if err == nil && len(report.Findings) > 0 {
		err = fmt.Errorf("the ledger does not agree: %v", report.Findings[:min(len(report.Findings), 5)])
	}
	if err != nil {
		return nil, err
	}
	return []Row{{What: "the ledger verified", Figure: took.Seconds(), Unit: "s", Budget: below(ledgerBudget),
		Note: fmt.Sprintf("%d events, %d wallets, %d shares among the rows; at most %.0f MB in this process", report.Events, report.Wallets, r.days*r.creators, most)}}, nil
}

// read measures what the owner of the wallet with many lines asks.
func (r *revenueBench) read(ctx context.Context) ([]Row, error) {
	if err := r.fillWallet(ctx); err != nil {
		return nil, err
	}
	var rows []Row
	for _, m := range []struct {
		what   string
		budget float64
		path   func(rng *rand.Rand) string
	}{
		{"a balance", balanceBudget, func(*rand.Rand) string { return "/v3/payout/balance" }},
		{"the lines of a wallet", linesBudget, r.linesAsked},
		{"the totals of withdrawals", linesBudget, func(*rand.Rand) string { return "/v3/payout/totals" }},
		{"the months of a wallet", linesBudget, func(*rand.Rand) string { return "/v3/payout/months" }},
		{"the days of a line", linesBudget, func(rng *rand.Rand) string { return "/v3/payout/ledger/" + strconv.Itoa(1+rng.IntN(r.lines)) }},
	} {
		row, err := r.reads(ctx, m.what, r.ground.amount(400, 10), m.path)
		if err != nil {
			return nil, err
		}
		row.Budget = below(m.budget)
		row.Note += fmt.Sprintf("; %d lines, %d withdrawals", r.lines, walletPayouts)
		rows = append(rows, row)
	}
	return rows, nil
}

// linesAsked is a page of lines: the newest, one deep in the past, or a filtered one.
func (r *revenueBench) linesAsked(rng *rand.Rand) string {
	const path = "/v3/payout/ledger"
	switch rng.IntN(5) {
	case 1:
		return path + "?before=" + strconv.Itoa(50+rng.IntN(r.lines))
	case 2:
		return path + "?kind=payout"
	case 3:
		return path + "?project=" + r.project(rng.IntN(r.projects()))
	case 4:
		return path + "?limit=100&year=" + r.first.Format("2006")
	}
	return path
}
