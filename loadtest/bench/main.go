// Command bench measures the figures that the design budgets and prints a table: what, figure, budget, held or not.
// It also writes them to bench.json at the repository's root. A missed budget is a line in the table, not an exit
// code; only a failed measurement ends with one.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"
)

// partPatience is the time limit of one measurement on a quiet machine.
const partPatience = 8 * time.Minute

// part is one measurement. Those on the shared site run in sequence; the site is closed before any other.
type part struct {
	name      string
	about     string
	onTheSite bool
	alone     bool // only on request: it takes long
	fixed     bool // it has no amounts that a quick run could make smaller
	measure   func(context.Context, *ground) ([]Row, error)
}

func parts() []part {
	return []part{
		{"appends", "durable appends beside one COPY and one transaction an append", false, false, false, appends},
		{"command", "one command at a time over HTTP, on an idle site", true, false, false, command},
		{"tracing", "what traces cost a command", false, false, false, tracing},
		{"visible", "from append to visible, at 200 commands a second", true, false, false, visible},
		{"forward", "public changes forwarded to a broker, at 1 000 a second", false, false, false, forwarding},
		{"reactors", "reactors of the log at 1 000 events a second, and appends beside them", false, false, false, reacting},
		{"get", "GET project beside a bare handler", true, false, false, getProject},
		{"pages", "pages drawn by the server, anew and from the cache", false, false, false, drawnPages},
		{"catchup", "projectors catching up with a log", false, false, false, catchUp},
		{"asof", "a project of 2 000 events as of a past moment", false, false, false, asOf},
		{"search", "search: quality and latency", false, false, false, searching},
		{"suggest", "suggestions while typing", false, false, false, suggest},
		{"review", "the queue, the audit and histories at the size of years", false, true, false, reviewing},
		{"wiki", "a wiki of 2 000 pages and 20 000 changes among 5 000 small ones", false, true, false, wikis},
		{"talk", "a forum of 100 000 discussions with a million posts, and 200 000 issues", false, true, false, talks},
		{"revenue", "a year's income shared among 10 000 creators, a month settled, all of it verified, wallets read and withdrawn from", false, true, false, earning},
		{"accounts", "tokens checked, given out and revoked among five million, and what an account with a million events did", false, true, false, accessing},
		{"ui", "JavaScript of the built front end", false, false, true, uiSize},
		{"start", "`modyard serve` to the first page", false, false, false, startUp},
		{"memory", "memory of `modyard serve`", false, false, false, memory},
		{"seal", "the seal of the log: rate, comparison, appends beside it", false, false, false, sealing},
		{"webhooks", "deliveries of webhooks, one receiver of which hangs", false, false, false, webhooks},
		{"hits", "packed hits into the second log while the main log takes commands", false, false, false, hits},
		{"downloads", "downloads told of over HTTP, each from another address", false, false, false, downloads},
		{"counting", "downloads counted again from the log", false, false, false, counting},
		{"rebuild", "all read models rebuilt and verified", false, true, false, rebuild},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, progress io.Writer) (err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(progress)
	only := flags.String("only", "", "measure these alone, separated by commas: "+strings.Join(names(), ", "))
	quick := flags.Bool("quick", false, "small amounts, to see that everything works; the figures mean little")
	events := flags.Int("events", 5_000_000, "events of the log that the part rebuild works on, which runs only where -only names it")
	days := flags.Int("days", 365, "days of income of the part revenue, which runs only where -only names it")
	posts := flags.Int("posts", 1_000_000, "posts of the part talk, which runs only where -only names it; as many comments, a tenth as many discussions, a fifth as many issues")
	patience := flags.Duration("patience", partPatience, "time limit of one measurement; those that run only on request have at least an hour")
	profile := flags.String("profile", "", "write a profile of the processor time of the measurements to this file")
	heap := flags.String("heap", "", "write profiles of the memory that the served program holds to files whose names begin with this (part memory)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *profile != "" {
		stop, err := profiling(*profile)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	chosen, err := choose(*only)
	if err != nil {
		return err
	}
	g, err := newGround(*quick, progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	g.events, g.days, g.posts, g.heap, g.patience = *events, *days, *posts, *heap, *patience
	report := newReport(ctx, g.root, *quick)
	var failed []error
	for _, p := range chosen {
		rows, err := g.measure(ctx, p)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", p.name, err))
			rows = append(rows, failedRow(p.about, err))
		}
		for i := range rows {
			rows[i].Part = p.name
		}
		report.Rows = append(report.Rows, rows...)
		if ctx.Err() != nil {
			break
		}
	}
	report.Seconds = time.Since(report.Date).Seconds()
	PrintTable(out, report.Rows)
	return errors.Join(append(failed, report.write(g.root))...)
}

// profiling writes a profile of this process until stop is called.
func profiling(path string) (stop func() error, err error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("write a profile: %w", err)
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, errors.Join(fmt.Errorf("write a profile: %w", err), file.Close())
	}
	return func() error { pprof.StopCPUProfile(); return file.Close() }, nil
}

// measure runs one part within its time limit and reports it.
func (g *ground) measure(ctx context.Context, p part) ([]Row, error) {
	patience := g.patience
	if p.alone {
		patience = max(patience, time.Hour)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if !p.onTheSite {
		if err := g.closeSite(); err != nil {
			return nil, err
		}
	}
	begin := time.Now()
	g.say("== %s: %s", p.name, p.about)
	rows, err := p.measure(ctx, g)
	if err != nil {
		g.say("   failed after %.1f s: %v", time.Since(begin).Seconds(), err)
		return rows, err
	}
	g.say("   done in %.1f s", time.Since(begin).Seconds())
	return rows, nil
}

func names() []string {
	var out []string
	for _, p := range parts() {
		out = append(out, p.name)
	}
	return out
}

// choose returns the parts of a list in order; an empty list selects all except those that run only on request.
func choose(list string) ([]part, error) {
	if list == "" {
		return slices.DeleteFunc(parts(), func(p part) bool { return p.alone }), nil
	}
	wanted := strings.Split(list, ",")
	for i := range wanted {
		wanted[i] = strings.TrimSpace(wanted[i])
		if !slices.Contains(names(), wanted[i]) {
			return nil, fmt.Errorf("there is no measurement %q; there are %s", wanted[i], strings.Join(names(), ", "))
		}
	}
	return slices.DeleteFunc(parts(), func(p part) bool { return !slices.Contains(wanted, p.name) }), nil
}
