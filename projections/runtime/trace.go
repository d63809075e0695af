package runtime

import (
	"context"
	"time"

	"github.com/modyard/modyard/platform/tracing"
)

// tracedRequests limits the spans of a batch: one that catches up contains the events of thousands of requests.
const tracedRequests = 16

// tracedAge is the age of events whose traces are complete: a projector that reads history adds nothing to them.
const tracedAge = 10 * time.Minute

// trace records a batch that was applied, or that failed, in the traces of the commands whose events it contains. The
// span of each command has the time of the whole batch.
func (r *Runner) trace(ctx context.Context, t target, w run, begin time.Time, failed error) {
	if r.opts.Tracer == nil || len(w.events) == 0 || begin.Sub(w.events[len(w.events)-1].RecordedAt) > tracedAge {
		return
	}
	var commands [tracedRequests]struct {
		request, command string
		events           int64
	}
	n := 0
events:
	for _, e := range w.events {
		for i := range commands[:n] {
			if commands[i].command == e.Meta.Command {
				commands[i].events++
				continue events
			}
		}
		if n == len(commands) {
			break
		}
		if e.Meta.Command != "" {
			commands[n].request, commands[n].command, commands[n].events = e.Meta.Request, e.Meta.Command, 1
			n++
		}
	}
	for _, c := range commands[:n] {
		_, span := r.opts.Tracer.Follow(ctx, "project", c.request, c.command, begin)
		t.describe(span, w, c.events)
		span.End(failed)
	}
}

func (t target) describe(span tracing.Span, w run, events int64) {
	if !span.On() {
		return
	}
	name := t.String()
	span.Name("project " + name)
	span.Text("modyard.projection", name)
	span.Count("modyard.events", events)
	span.Count("modyard.batch.events", int64(len(w.events)))
	span.Count("modyard.batch.position", int64(w.upTo)) //nolint:gosec // no log has 2^63 positions
}
