package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/modyard/modyard/platform/tracing"
)

// parentKey is the member of a job's metadata that names the span of the request that queued it.
const parentKey = "traceparent"

// traces adds runs of jobs to the trace of what queued them.
type traces struct {
	river.MiddlewareDefaults
	tracer *tracing.Tracer // nil: only jobs that are queued are marked
}

// InsertMany implements rivertype.JobInsertMiddleware. Without a recorded span it changes nothing.
func (t *traces) InsertMany(ctx context.Context, many []*rivertype.JobInsertParams, insert func(context.Context) ([]*rivertype.JobInsertResult, error)) ([]*rivertype.JobInsertResult, error) {
	parent := tracing.Parent(ctx)
	if parent == "" {
		return insert(ctx)
	}
	if err := mark(many, parentKey, parent); err != nil {
		return nil, err
	}
	return insert(ctx)
}

// mark adds a member to the metadata of jobs.
func mark(many []*rivertype.JobInsertParams, key, value string) error {
	quoted, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("queue a job: its metadata: %w", err)
	}
	for _, job := range many {
		members := map[string]json.RawMessage{}
		if len(job.Metadata) > 0 {
			if err := json.Unmarshal(job.Metadata, &members); err != nil {
				return fmt.Errorf("queue a job: its metadata: %w", err)
			}
		}
		members[key] = quoted
		data, err := json.Marshal(members)
		if err != nil {
			return fmt.Errorf("queue a job: its metadata: %w", err)
		}
		job.Metadata = data
	}
	return nil
}

// Work implements rivertype.WorkerMiddleware.
func (t *traces) Work(ctx context.Context, job *rivertype.JobRow, run func(context.Context) error) error {
	if t.tracer == nil {
		return run(ctx)
	}
	var members struct {
		Parent string `json:"traceparent"`
	}
	_ = json.Unmarshal(job.Metadata, &members) // without it, the run has a trace of its own
	ctx, span := t.tracer.Work(ctx, "job", members.Parent)
	if !span.On() {
		return run(ctx)
	}
	span.Name("job " + workOf(job))
	span.Text("modyard.job.kind", job.Kind)
	span.Text("modyard.job.queue", job.Queue)
	span.Count("modyard.job.id", job.ID)
	span.Count("modyard.job.attempt", int64(job.Attempt))
	failed := true // also if it panics
	defer func() {
		if failed {
			span.Fail()
		}
		span.End(nil)
	}()
	err := run(ctx)
	var snoozed *rivertype.JobSnoozeError
	failed = err != nil && !errors.As(err, &snoozed)
	return err
}

// workOf is the kind of a job, or the name of the sweep that it is. Other arguments may name people.
func workOf(job *rivertype.JobRow) string {
	var sweep sweepArgs
	if job.Kind == sweep.Kind() && json.Unmarshal(job.EncodedArgs, &sweep) == nil && sweep.Name != "" {
		return sweep.Name
	}
	return job.Kind
}
