package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/commands/catalogueimport"
)

type importCmd struct {
	File         string `arg:"" type:"existingfile" help:"The catalogue: projects.jsonl, plain or compressed with gzip or zstd."`
	Versions     string `name:"versions" placeholder:"FILE" help:"Versions of its projects. Default: versions.jsonl beside it, if it exists."`
	Names        string `name:"names" placeholder:"FILE" help:"Chinese names. Default: mod_names_zh.tsv beside it, if it exists."`
	GameVersions string `name:"game-versions" placeholder:"FILE" help:"Game versions. Default: game_versions.json beside it, if it exists."`
	Report       string `name:"report" placeholder:"FILE" help:"File for the rejected and changed records, by line. Default: import-report.tsv in the data folder."`
	Limit        int    `name:"limit" placeholder:"N" help:"Maximum number of records to read; 0 for all."`
	InFlight     int    `name:"in-flight" default:"64" placeholder:"N" help:"Number of concurrent appends."`
}

// Run imports, beside a running site or alone. An interrupted import continues when it is run again.
func (c *importCmd) Run(e *environment) error {
	return e.with(app.Share, func(core *app.Core) (err error) {
		accounts, err := e.accounts(core)
		if err != nil {
			return err
		}
		name := c.Report
		if name == "" {
			name = filepath.Join(e.config.DataDir, "import-report.tsv")
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			return fmt.Errorf("make the folder of the report: %w", err)
		}
		report, err := os.Create(name)
		if err != nil {
			return fmt.Errorf("make the report: %w", err)
		}
		defer func() { err = errors.Join(err, report.Close()) }()
		start := time.Now()
		progress := newProgress()
		summary, err := catalogueimport.Run(e.ctx, catalogueimport.Options{
			Projects: c.File, Versions: c.Versions, Names: c.Names, GameVersions: c.GameVersions,
			Log: core.Log, Codec: core.Codec, Types: core.Runner, Accounts: accounts,
			Limit: c.Limit, InFlight: c.InFlight, Report: report, Progress: progress.show,
		})
		progress.end()
		printSummary(summary, name, time.Since(start))
		if errors.Is(err, context.Canceled) {
			return errors.New("interrupted: run the same import again to continue")
		}
		return err
	})
}

func printSummary(s catalogueimport.Summary, report string, took time.Duration) {
	refused := 0
	for _, n := range s.Refused {
		refused += n
	}
	fmt.Printf("Imported %d projects with %d versions (%d events) in %s, %.0f projects/s, %.0f events/s\n",
		s.Imported, s.Versions, s.Events, took.Round(100*time.Millisecond), float64(s.Imported)/took.Seconds(), float64(s.Events)/took.Seconds())
	fmt.Printf("Already there: %d. Refused: %d. By line in %s\n", s.There, refused, report)
	for _, part := range []struct {
		title string
		count map[string]int
	}{{"refused", s.Refused}, {"changed", s.Changed}} {
		for _, reason := range slices.SortedFunc(maps.Keys(part.count), func(a, b string) int { return part.count[b] - part.count[a] }) {
			fmt.Printf("  %s: %s: %d\n", part.title, reason, part.count[reason])
		}
	}
}

// progress is a bar at a terminal, and otherwise a line every few seconds.
type progress struct {
	bar     *progressbar.ProgressBar
	start   time.Time
	printed time.Time
}

func newProgress() *progress { return &progress{start: time.Now(), printed: time.Now()} }

func (p *progress) show(done, total int) {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(total,
				progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription("importing"),
				progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("projects"),
				progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionFullWidth())
		}
		_ = p.bar.Set(done) // a closed terminal does not end the import
		return
	}
	now := time.Now()
	if now.Sub(p.printed) < 5*time.Second {
		return
	}
	p.printed = now
	rate := float64(done) / now.Sub(p.start).Seconds()
	left := time.Duration(float64(total-done) / rate * float64(time.Second))
	fmt.Fprintf(os.Stderr, "importing: %d of %d, %.0f projects/s, %s left\n", done, total, rate, left.Round(time.Second))
}

func (p *progress) end() {
	if p.bar != nil {
		fmt.Fprintln(os.Stderr)
	}
}
