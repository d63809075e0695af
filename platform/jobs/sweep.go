package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Sweep is work without arguments that is repeated, by one process at a time.
type Sweep struct {
	Name  string // unique and permanent
	Every time.Duration
	Run   func(context.Context) error
}

// sweepTries is the number of attempts of one sweep: the next one follows anyway.
const sweepTries = 3

// pending are the states of a sweep after which no other one is queued.
func pending() []rivertype.JobState {
	return []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning,
		rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}
}

func (s Sweep) periodic() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(s.Every), func() (river.JobArgs, *river.InsertOpts) {
		return sweepArgs{Name: s.Name}, nil
	}, &river.PeriodicJobOpts{ID: s.Name, RunOnStart: true})
}

type sweepArgs struct {
	Name string `json:"name" river:"unique"`
}

func (sweepArgs) Kind() string { return "sweep" }

func (sweepArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: sweepTries, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: pending()}}
}

// sweeper runs every sweep.
type sweeper struct {
	river.WorkerDefaults[sweepArgs]
	run map[string]func(context.Context) error
}

// Work implements river.Worker.
func (s *sweeper) Work(ctx context.Context, job *river.Job[sweepArgs]) error {
	run, ok := s.run[job.Args.Name]
	if !ok { // of another release
		return river.JobCancel(fmt.Errorf("unknown sweep %q", job.Args.Name))
	}
	if err := run(ctx); err != nil {
		return fmt.Errorf("sweep %s: %w", job.Args.Name, err)
	}
	return nil
}
