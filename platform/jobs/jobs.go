// Package jobs runs work that has its own schedule and retries: letters and sweeps. The queue is River's, in the schema
// jobs, so that a job is queued in the transaction of the change that needs it. A job is run at least once.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/tracing"
)

// Schema contains River's tables (migrations/00099_jobs.sql).
const Schema = "jobs"

const (
	// jobTimeout limits a run of a job whose worker has no limit of its own.
	jobTimeout = time.Minute
	// rescueAfter is when a job of a process that died is run again; it is above every time limit.
	rescueAfter = 2 * time.Minute
	// neverRescued replaces it beside the clock of a test: the rescuer compares when a job began with the time of day, by which
	// every running job would look like one of a process that died.
	neverRescued = 100 * 365 * 24 * time.Hour
	// Arguments may name people, so finished jobs are deleted soon.
	keepFinished  = 10 * time.Minute
	keepDiscarded = 24 * time.Hour
	// stopTime is how long a stop waits for running jobs before their contexts end.
	stopTime   = 10 * time.Second
	startPause = 2 * time.Second // after a failed start
	pollEvery  = 5 * time.Second // for jobs whose notification was lost
)

// Client inserts jobs.
type Client = river.Client[pgx.Tx]

// NewClient creates a client that inserts jobs and runs none. A nil clock is time.Now.
func NewClient(pool *pgxpool.Pool, now func() time.Time) (*Client, error) {
	c, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Schema: Schema, Middleware: []rivertype.Middleware{&correlates{}, &traces{}}, Logger: slog.New(slog.DiscardHandler), Test: clocked(now),
	})
	if err != nil {
		return nil, fmt.Errorf("create a client of the job queue: %w", err)
	}
	return c, nil
}

// Work is what a part of the program adds to a runner.
type Work struct {
	Queues  map[string]int // maximum number of jobs at a time in this process, by queue
	Workers func(*river.Workers)
	Sweeps  []Sweep
}

// Options configures a Runner. Pool is required.
type Options struct {
	Pool     *pgxpool.Pool
	Logger   *slog.Logger          // nil: slog.Default()
	Registry prometheus.Registerer // nil: no metrics
	Now      func() time.Time      // the clock of a test, whose maintenance starts without a random delay; nil: time.Now
	Tracer   *tracing.Tracer       // nil: no run is traced
}

// Runner runs jobs. Any number of processes may run them: each job is run by one of them, and one enqueues the sweeps.
type Runner struct {
	client *Client
	log    *slog.Logger
}

// New creates a runner for the work of all parts.
func New(o Options, work ...Work) (*Runner, error) {
	r := &Runner{log: o.Logger}
	if r.log == nil {
		r.log = slog.Default()
	}
	workers, sweeps := river.NewWorkers(), &sweeper{run: map[string]func(context.Context) error{}}
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}}
	var periodic []*river.PeriodicJob
	for _, w := range work {
		for queue, most := range w.Queues {
			queues[queue] = river.QueueConfig{MaxWorkers: most}
		}
		if w.Workers != nil {
			w.Workers(workers)
		}
		for _, s := range w.Sweeps {
			sweeps.run[s.Name] = s.Run
			periodic = append(periodic, s.periodic())
		}
	}
	if err := river.AddWorkerSafely(workers, sweeps); err != nil {
		return nil, fmt.Errorf("create the job queue: %w", err)
	}
	outcomes, err := newOutcomes(o.Registry)
	if err != nil {
		return nil, err
	}
	rescue := rescueAfter
	if o.Now != nil {
		rescue = neverRescued
	}
	r.client, err = river.NewClient(riverpgxv5.New(o.Pool), &river.Config{
		Schema: Schema, Queues: queues, Workers: workers, PeriodicJobs: periodic, Middleware: append(outcomes.middleware(), &correlates{}, &traces{tracer: o.Tracer}),
		JobTimeout: jobTimeout, RescueStuckJobsAfter: rescue, SoftStopTimeout: stopTime, FetchPollInterval: pollEvery,
		CompletedJobRetentionPeriod: keepFinished, CancelledJobRetentionPeriod: keepFinished, DiscardedJobRetentionPeriod: keepDiscarded,
		Logger: slog.New(warnings{r.log.Handler()}), ErrorHandler: failures{r.log}, Test: clocked(o.Now), TestOnly: o.Now != nil,
	})
	if err != nil {
		return nil, fmt.Errorf("create the job queue: %w", err)
	}
	return r, nil
}

// Run runs jobs until the context ends; running jobs may finish first. While the database is unavailable it waits.
func (r *Runner) Run(ctx context.Context) error {
	for {
		err := r.client.Start(ctx)
		if err == nil {
			break
		}
		if ctx.Err() == nil {
			r.log.WarnContext(ctx, "cannot start the job queue, will retry", "error", err)
		}
		if !pause.For(ctx, startPause) {
			return nil
		}
	}
	<-r.client.Stopped() // the end of the context stops it
	if ctx.Err() == nil {
		return errors.New("the job queue has stopped")
	}
	return nil
}
