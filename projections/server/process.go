package server

import (
	"time"

	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// cleanAfter is how long a server must have been ready for a run that counts as a good one.
const cleanAfter = 10 * time.Minute

type runRow struct {
	Server     string     `db:"server,key"`
	Run        string     `db:"run,key"`
	Begin      uint64     `db:"begin"`
	Started    *time.Time `db:"started"`
	Ready      *time.Time `db:"ready"`
	Attempt    int64      `db:"attempt"`
	Ended      *time.Time `db:"ended"`
	Finish     uint64     `db:"finish"`
	Outcome    string     `db:"outcome"`
	Clean      bool       `db:"clean"`
	ExitCode   int64      `db:"exit_code"`
	ExitSignal string     `db:"exit_signal"`
	ExitOOM    bool       `db:"exit_oom"`
	Seconds    int64      `db:"seconds"`
	Stack      string     `db:"stack"`
	Cause      string     `db:"cause"`
}

var runs = rows.Of[runRow]("runs")

// run changes the row of a process. A report of a node that did not know which process it was has none.
func run(s *rows.Set, p server.Seen, how func(*runRow)) {
	if p.Run != "" {
		runs.Upsert(s, runRow{Server: p.Server, Run: p.Run}, how)
	}
}

// end notes how a process ended.
func (r *runRow) end(e runtime.Event, p server.Seen, x server.Exit, outcome, cause string) {
	r.Ended, r.Finish, r.Outcome, r.Cause = seenAt(p), uint64(e.Position), outcome, cause
	r.ExitCode, r.ExitSignal, r.ExitOOM, r.Seconds, r.Stack = int64(x.Code), x.Signal, x.OutOfMemory, x.Seconds, x.Stack
	r.Clean = outcome == SeenStopped && x.Signal == "" && r.Ready != nil && r.Ended.Sub(*r.Ready) >= cleanAfter
}

// seenAt is when a node saw something, by its clock.
func seenAt(p server.Seen) *time.Time {
	at := p.At.UTC().Truncate(time.Microsecond)
	return &at
}
