// Package catalogueimport imports a catalogue of another site. It creates each project with the commands that a person
// would send, decided by the same rules and appended in large batches. Imported projects belong to the site's repost
// teams. Every id is derived from the catalogue's slugs, so an interrupted import can be run again.
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

// Accounts creates missing accounts (identity.Service).
type Accounts interface {
	Ensure(ctx context.Context, accounts ...identity.NewAccount) (int, error)
}

// Options name the source and the target of the import. The files of Versions, Names and GameVersions may be missing:
// then their data is unknown.
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
	InFlight int // concurrent appends; 0: 64
	Report   io.Writer
	Progress func(done, total int) // called from time to time, never concurrently; may be nil
}

// inFlight is how many appends are concurrent: enough for the log to form large batches.
const inFlight = 64

// Run imports the catalogue. When the context ends it stops soon, and returns the summary so far with the context's
// error.
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
	// Events up to this position existed before this run.
	head, err := o.Log.Head(ctx)
	if err != nil {
		return Summary{}, fmt.Errorf("read the head of the log: %w", err)
	}
	im := &importer{options: o, facts: facts, report: report, head: head}
	err = im.all(ctx, max(2, runtime.GOMAXPROCS(0)))
	return im.summary(), err
}
