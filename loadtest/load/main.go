// Command load runs the k6 scripts of loadtest/k6 against a site that it starts, with the real catalogue where it is there.
// It prints one table and writes the figures to bin/load. It ends with an error where a threshold was missed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/modyard/modyard/loadtest/program"
)

// scripts are the names of the scripts, in the order in which they run. The soak is long: it runs where it is named.
func scripts() (all, usual []string) {
	usual = []string{"browse", "creators", "moderators", "talk", "downloads", "mixed", "spike"}
	return append(slices.Clone(usual), "soak"), usual
}

// arguments are the flags of the command.
type arguments struct {
	scripts   []string
	catalogue string
	duration  string
	scale     float64
	smoke     bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, progress io.Writer) error {
	a, err := parse(args, progress)
	if err != nil {
		return err
	}
	root, err := program.Root()
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "bin", "load")
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return fmt.Errorf("make the folder of the report: %w", err)
	}
	k6, err := findK6(ctx, root)
	if err != nil {
		return err
	}
	s, err := startSite(ctx, root, a.catalogue, progress)
	if err != nil {
		return err
	}
	r := newReport(ctx, root, a, s.data)
	fmt.Fprintln(out, "site:", s.data)
	for _, name := range a.scripts {
		fmt.Fprintf(progress, "== %s\n", name)
		done, failed := s.script(ctx, k6, name, filepath.Join(root, "loadtest", "k6"), dir, a, progress)
		err = errors.Join(err, failed)
		r.Runs = append(r.Runs, done)
		if ctx.Err() != nil {
			break
		}
	}
	err = errors.Join(err, s.stop())
	r.Seconds = time.Since(r.Date).Seconds()
	r.table(out)
	return errors.Join(err, r.write(dir))
}

func parse(args []string, out io.Writer) (a arguments, err error) {
	all, usual := scripts()
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.SetOutput(out)
	chosen := flags.String("scripts", "", "run these alone, separated by commas, or all: "+strings.Join(all, ", ")+"; empty: all but soak")
	flags.StringVar(&a.catalogue, "catalogue", "", "projects.jsonl of a catalogue to import; empty: the real one where it is beside the repository, none: only the demonstration set")
	flags.StringVar(&a.duration, "duration", "", "length of each script, such as 30s; empty: its own")
	flags.Float64Var(&a.scale, "scale", 1, "factor of all rates")
	flags.BoolVar(&a.smoke, "smoke", false, "judge errors only, neither times nor rates")
	if err := flags.Parse(args); err != nil {
		return a, err
	}
	a.scripts = usual
	switch *chosen {
	case "":
	case "all":
		a.scripts = all
	default:
		a.scripts = strings.FieldsFunc(*chosen, func(r rune) bool { return r == ',' || r == ' ' })
	}
	for _, name := range a.scripts {
		if !slices.Contains(all, name) {
			return a, fmt.Errorf("there is no script %q; there are %s", name, strings.Join(all, ", "))
		}
	}
	if d, err := time.ParseDuration(a.duration); a.duration != "" && (err != nil || d <= 0) {
		return a, errors.New("-duration: must look like 30s or 10m")
	}
	if a.scale <= 0 {
		return a, errors.New("-scale: must be above 0")
	}
	if flags.NArg() > 0 {
		return a, fmt.Errorf("%q: there are only flags", flags.Arg(0))
	}
	if a.catalogue != "" && a.catalogue != "none" {
		if _, err := os.Stat(a.catalogue); err != nil {
			return a, fmt.Errorf("-catalogue: %w", err)
		}
	}
	return a, nil
}
