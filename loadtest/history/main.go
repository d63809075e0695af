// Command history fills a log of hits with downloads of a realistic shape: few projects have most of them, weeks have their
// rhythm, a new version lifts its project, one project goes viral for a day, and programs that read everything read
// everything. The same arguments always make the same history, byte for byte.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "history: interrupted: run it again with the same arguments to continue")
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, "history:", err)
		os.Exit(1)
	}
}

// arguments are the flags of the command.
type arguments struct {
	shape
	into, dataDir, site string
	projects            int
}

func run(ctx context.Context, args []string, progress io.Writer) error {
	a, err := parse(args, progress)
	if err != nil {
		return err
	}
	things := invented(a.seed, a.projects)
	if a.site != "" {
		if things, err = readSite(ctx, a.site); err != nil {
			return err
		}
	}
	p, err := newPlan(a.shape, things)
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "%d hits of %d projects, %s to %s, seed %d; the curve of the hours, countries and programs are invented\n",
		a.hits, len(things), p.first.Format(time.DateOnly), a.until.Format(time.DateOnly), a.seed)
	log, closed, err := open(ctx, a)
	if err != nil {
		return err
	}
	begin := time.Now()
	w := writer{log: log, plan: p, progress: progress}
	err = errors.Join(w.write(ctx), closed())
	seconds := time.Since(begin).Seconds()
	if w.hits > 0 {
		fmt.Fprintf(progress, "appended %d hits in %d events, %.1f bytes a hit, %.0f hits/s\n", w.hits, w.events, float64(w.bytes)/float64(w.hits), float64(w.hits)/seconds)
	}
	return err
}

func parse(args []string, out io.Writer) (a arguments, err error) {
	flags := flag.NewFlagSet("history", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.IntVar(&a.hits, "hits", 1_000_000, "hits in all")
	flags.IntVar(&a.days, "days", 30, "days, the last of which ends at -until")
	flags.Uint64Var(&a.seed, "seed", 1, "another seed makes another history")
	until := flags.String("until", time.Now().UTC().Format(time.DateOnly), "day (UTC) before which the history ends; part of what makes it the same again")
	flags.StringVar(&a.into, "into", "", "Postgres with the log of hits, with the program's own login (MODYARD_HITS_LOG_URL, or MODYARD_DATABASE_URL)")
	flags.StringVar(&a.dataDir, "data-dir", "", "instead of -into: data folder of a site, which may be running")
	flags.StringVar(&a.site, "site", "", "address of a site whose public projects and versions are downloaded; empty: invented ones")
	flags.IntVar(&a.projects, "projects", 46_892, "invented projects, without -site")
	if err := flags.Parse(args); err != nil {
		return a, err
	}
	if a.until, err = time.Parse(time.DateOnly, *until); err != nil {
		return a, errors.New("-until: a day like 2026-11-28")
	}
	switch {
	case flags.NArg() > 0:
		return a, fmt.Errorf("%q: there are only flags", flags.Arg(0))
	case (a.into == "") == (a.dataDir == ""):
		return a, errors.New("say either -into or -data-dir")
	case a.hits < 1 || a.days < 1 || a.days > 3660 || a.projects < 1:
		return a, errors.New("-hits, -days and -projects must be at least 1, -days at most 3660")
	}
	return a, nil
}
