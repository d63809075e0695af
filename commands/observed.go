package commands

import (
	"errors"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/tracing"
)

// observed is what the span of a command says about it.
type observed struct {
	category  string // of the first stream with new events, else of the first that was loaded
	events    int    // of the last attempt
	conflicts int    // lost to other commands, and retried if there was time
}

// decided records an attempt.
func (o *observed) decided(tx *Tx) {
	o.events, o.category = tx.count, ""
	for _, r := range tx.reads {
		if o.category == "" {
			o.category = eventlog.Category(r.stream)
		}
		if len(r.events) > 0 {
			o.category = eventlog.Category(r.stream)
			return
		}
	}
}

// end ends the span of a command. A rejected command is no failure of the program.
func (o *observed) end(span tracing.Span, req Request, outcome Outcome, err error) {
	if !span.On() {
		return
	}
	var conflict *eventlog.Conflict
	var rejected httpkit.Faulty
	result := "done"
	switch {
	case err == nil && outcome.Repeated:
		result, o.events = "repeated", 0
	case errors.As(err, &conflict):
		result = "conflict"
	case errors.As(err, &rejected):
		result = "rejected"
	case err != nil:
		result = "failed"
	}
	if o.category != "" {
		span.Name("command " + o.category)
		span.Text("modyard.category", o.category)
	}
	span.Text("modyard.outcome", result)
	span.Text("modyard.command", req.Command)
	span.Count("modyard.conflicts", int64(o.conflicts))
	if err == nil {
		span.Count("modyard.events", int64(o.events))
		span.Count("modyard.position", int64(outcome.Position)) //nolint:gosec // no log has 2^63 positions
	}
	if result == "failed" {
		span.Fail()
	}
	span.End(nil)
}
