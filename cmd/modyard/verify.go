package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog/archive"
	"github.com/modyard/modyard/eventlog/seal"
)

type verifyCmd struct {
	Name string `arg:"" optional:"" help:"The read model, search for the index in Elasticsearch, or ledger for the site's money; without it, all read models."`
	Show int    `name:"show" default:"10" placeholder:"N" help:"Number of differences to print for each read model."`
	Log  bool   `name:"log" help:"Compare the log with its seal and with the last checkpoint outside the database, instead of read models."`
}

// Run verifies and fails if a read model differs.
func (c *verifyCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) error {
		if c.Log {
			return verifyLog(e.ctx, core)
		}
		if c.Name == ledgerName {
			return verifyLedger(e.ctx, core, c.Show)
		}
		names := append(core.Runner.Names(), core.Hits.Names()...)
		if core.Feeder != nil {
			names = append(names, app.SearchIndex)
		}
		if c.Name != "" {
			names = []string{c.Name}
		}
		start, differ := time.Now(), false
		models := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == app.SearchIndex })
		found, err := core.VerifyModels(e.ctx, models)
		if err != nil {
			return err
		}
		for _, name := range models {
			if len(found[name]) == 0 {
				fmt.Printf("%s: equals a new build from the log\n", name)
				continue
			}
			differ = true
			fmt.Printf("%s: differs from a new build from the log at position %d; the first differences:\n", name, found[name][0].Position)
			for _, d := range found[name][:min(len(found[name]), c.Show)] {
				fmt.Println(d)
			}
		}
		if len(models) > 0 {
			fmt.Printf("verified in %s\n", time.Since(start).Round(time.Millisecond))
		}
		if len(models) < len(names) {
			same, err := c.search(e.ctx, core)
			if err != nil {
				return err
			}
			differ = differ || !same
		}
		if differ {
			return errors.New("verification failed; after finding the cause, run `modyard rebuild NAME`")
		}
		return nil
	})
}

// ledgerName stands for the ledger, which is compared with its own log, where the others are names of read models.
const ledgerName = "ledger"

// errLedger means that the ledger does not agree.
var errLedger = errors.New("the ledger does not agree")

// verifyLedger folds the log alone, and compares the rows with it.
func verifyLedger(ctx context.Context, core *app.Core, show int) error {
	start := time.Now()
	report, err := core.VerifyLedger(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("the ledger has %d events, %d wallets and %d withdrawals\n", report.Events, report.Wallets, report.Payouts)
	for _, finding := range report.Findings[:min(len(report.Findings), show)] {
		fmt.Println(finding)
	}
	fmt.Printf("verified in %s\n", time.Since(start).Round(time.Millisecond))
	if len(report.Findings) > 0 {
		return fmt.Errorf("%w: %d findings", errLedger, len(report.Findings))
	}
	fmt.Println("every posting agrees")
	return nil
}

// errLog means that the log differs from its seal.
var errLog = errors.New("the log differs from its seal")

// verifyLog compares the log with its seal and returns errLog if it differs.
func verifyLog(ctx context.Context, core *app.Core) error {
	start := time.Now()
	audit, err := core.Audit(ctx)
	if err != nil {
		return err
	}
	p := newStages()
	report, err := audit.Run(ctx, func(events int64) { p.count("compare the log", events) })
	p.end()
	if err != nil {
		return err
	}
	printReport(os.Stdout, report)
	hits, err := core.Hits.Verify(ctx)
	if err != nil {
		return err
	}
	printHits(os.Stdout, hits)
	fmt.Printf("verified in %s\n", time.Since(start).Round(time.Millisecond))
	if len(report.Findings) > 0 {
		return errLog
	}
	if len(hits.Findings) > 0 {
		return errHits
	}
	return nil
}

// errHits means that the log of hits, or its archive, is damaged.
var errHits = errors.New("the log of hits or its archive is damaged")

// printHits prints the result for the log of hits. One that was never used is not mentioned.
func printHits(w io.Writer, r archive.Report) {
	if r.Kept > 0 || r.Archived > 0 || len(r.Findings) > 0 {
		fmt.Fprintf(w, "the log of hits has %d events from %d on; %d events in %d archived ranges were compared\n", r.Kept, r.First, r.Archived, r.Ranges)
	}
	for _, finding := range r.Findings {
		fmt.Fprintln(w, "hits: "+finding)
	}
	if r.More > 0 {
		fmt.Fprintf(w, "and %d more\n", r.More)
	}
}

// printReport prints the result of an audit.
func printReport(w io.Writer, r seal.Report) {
	fmt.Fprintf(w, "the log has %d events; %d are sealed, and %d checkpoints were compared\n", r.Events, r.Sealed, r.Checkpoints)
	if r.Outside == 0 {
		fmt.Fprintln(w, "there is no checkpoint outside the database: a cut end would not be found")
	} else {
		fmt.Fprintf(w, "the last checkpoint outside the database covers %d events\n", r.Outside)
	}
	for _, restore := range r.Restores {
		fmt.Fprintf(w, "restored at %s, with %d events (event %s)", restore.At.Format(time.RFC3339), restore.Kept, restore.Event)
		if restore.Abandoned > 0 {
			fmt.Fprintf(w, "; the checkpoint of %d events was abandoned", restore.Abandoned)
		}
		fmt.Fprintln(w)
	}
	for _, finding := range r.Findings {
		fmt.Fprintln(w, finding)
	}
	if r.More > 0 {
		fmt.Fprintf(w, "and %d more\n", r.More)
	}
}

// search compares the index in Elasticsearch with the documents in Postgres and returns whether they are equal.
func (c *verifyCmd) search(ctx context.Context, core *app.Core) (bool, error) {
	start := time.Now()
	found, err := core.VerifySearch(ctx)
	if err != nil {
		return false, fmt.Errorf("verify %s: %w", app.SearchIndex, err)
	}
	took := time.Since(start).Round(time.Millisecond)
	if len(found) == 0 {
		fmt.Printf("%s: equals the documents in Postgres (%s)\n", app.SearchIndex, took)
		return true, nil
	}
	fmt.Printf("%s: %d documents differ from those in Postgres; the first:\n", app.SearchIndex, len(found))
	for _, d := range found[:min(len(found), c.Show)] {
		fmt.Println(d)
	}
	return false, nil
}
