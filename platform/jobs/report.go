package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// outcomes counts the runs of jobs.
type outcomes struct {
	river.MiddlewareDefaults
	runs *prometheus.CounterVec
}

func newOutcomes(r prometheus.Registerer) (*outcomes, error) {
	o := &outcomes{runs: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "modyard_job_runs_total", Help: "Runs of jobs, by kind and outcome (done, failed, cancelled, snoozed).",
	}, []string{"kind", "outcome"})}
	if r == nil {
		return o, nil
	}
	if err := r.Register(o.runs); err != nil {
		return nil, fmt.Errorf("register the metrics of the job queue: %w", err)
	}
	return o, nil
}

func (o *outcomes) middleware() []rivertype.Middleware { return []rivertype.Middleware{o} }

// Work implements rivertype.WorkerMiddleware.
func (o *outcomes) Work(ctx context.Context, job *rivertype.JobRow, run func(context.Context) error) error {
	outcome := "failed" // also if it panics
	defer func() { o.runs.WithLabelValues(job.Kind, outcome).Inc() }()
	err := run(ctx)
	var cancelled *rivertype.JobCancelError
	var snoozed *rivertype.JobSnoozeError
	switch {
	case err == nil:
		outcome = "done"
	case errors.As(err, &cancelled):
		outcome = "cancelled"
	case errors.As(err, &snoozed):
		outcome = "snoozed"
	}
	return err
}

// failures logs each failed run.
type failures struct{ log *slog.Logger }

// HandleError implements river.ErrorHandler.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	text := "a job failed, will retry"
	if job.Attempt >= job.MaxAttempts {
		text = "a job failed for the last time"
	}
	f.log.WarnContext(ctx, text, "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "request", requestOf(job), "error", err)
	return nil
}

// HandlePanic implements river.ErrorHandler.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, cause any, trace string) *river.ErrorHandlerResult {
	f.log.ErrorContext(ctx, "a job panicked, will retry", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "request", requestOf(job), "panic", cause, "trace", trace)
	return nil
}

// warnings drops records below warnings: River reports each failure at a lower level again.
type warnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// WithAttrs implements slog.Handler.
func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }

// clock is a clock that a test sets.
type clock func() time.Time

// Now implements rivertype.TimeGenerator.
func (c clock) Now() time.Time { return c() }

// NowOrNil implements rivertype.TimeGenerator.
func (c clock) NowOrNil() *time.Time {
	now := c()
	return &now
}

func clocked(now func() time.Time) river.TestConfig {
	if now == nil {
		return river.TestConfig{}
	}
	return river.TestConfig{Time: clock(now)}
}
