// Package catalogueimport reads a catalogue that was gathered elsewhere and asks for each of its projects what a
// person would ask for, decided by the same rules and appended in large batches. What it brings belongs to
// the site's repost teams. Every id follows from the catalogue's slugs: an import that was interrupted is run again.
package catalogueimport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// Accounts makes accounts that are missing (identity.Service).
type Accounts interface {
	Ensure(ctx context.Context, accounts ...identity.NewAccount) (int, error)
}

// Options say what is imported, and to where. The files of Versions, Names and GameVersions may be missing: then
// nothing is known of what they would say.
type Options struct {
	Projects     string // projects.jsonl, plain, gzip or zstd; it is read twice
	Versions     string // versions.jsonl, as above; empty: beside Projects
	Names        string // mod_names_zh.tsv, as above
	GameVersions string // game_versions.json, as above

	Log      eventlog.Log
	Codec    commands.Codec
	Types    commands.Writable // nil: every type may be written
	Accounts Accounts

	Limit    int // records to read; 0: all
	InFlight int // appends under way at a time; 0: 64
	Report   io.Writer
	Progress func(done, total int) // called now and then, and never by two at a time; may be nil
}

// inFlight is how many appends wait for the log at a time: enough for it to form large batches.
const inFlight = 64

// Run imports. With an ended context it stops soon, and returns what was done so far with the context's error.
func Run(ctx context.Context, o Options) (Summary, error) {
	if o.InFlight <= 0 {
		o.InFlight = inFlight
	}
	o.Log = commands.Asking(o.Log, o.Types)
	report := &report{}
	summary, err := run(ctx, o, report)
	summary.Refused, summary.Changed = report.counts()
	if o.Report != nil {
		if reportErr := report.write(o.Report); reportErr != nil {
			err = errors.Join(err, fmt.Errorf("write the report: %w", reportErr))
		}
	}
	return summary, err
}

func run(ctx context.Context, o Options, report *report) (Summary, error) {
	facts, err := gather(ctx, o)
	if err != nil {
		return Summary{}, err
	}
	if err := settle(ctx, o); err != nil {
		return Summary{}, err
	}
	// What stands at or before the head was there before this run.
	head, err := o.Log.Head(ctx)
	if err != nil {
		return Summary{}, fmt.Errorf("look at the log: %w", err)
	}
	im := &importer{options: o, facts: facts, report: report, head: head}
	err = im.all(ctx, max(2, runtime.GOMAXPROCS(0)))
	return im.summary(), err
}
