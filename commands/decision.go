package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Decision is one attempt at a command: what was read, and what follows from it.
type Decision struct {
	handler *Handler
	request Request
	now     time.Time
	reads   []*read
}

type read struct {
	stream   string
	revision eventlog.Revision
	position eventlog.Position
	state    any
	events   []any
}

// Now is the moment of the decision, in UTC and whole microseconds: the time of every event that follows.
func (d *Decision) Now() time.Time { return d.now }

// Load folds a stream. What it returned once it returns again within the same decision. It fails where the
// stream says that this very command was handled before; the caller passes that error on.
func Load[S any](ctx context.Context, d *Decision, stream string, evolve func(S, any, time.Time) S) (S, error) {
	var state S
	if r := d.find(stream); r != nil {
		state, ok := r.state.(S)
		if !ok {
			return state, fmt.Errorf("load %s: folded as %T before", stream, r.state)
		}
		return state, nil
	}
	r := &read{stream: stream, revision: eventlog.NoRevision}
	handled := false
	for recorded, err := range d.handler.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return state, fmt.Errorf("load %s: %w", stream, err)
		}
		event, err := d.handler.Codec.Decode(recorded.Type, recorded.Data)
		if err != nil {
			return state, fmt.Errorf("load %s: %w", stream, err)
		}
		state = evolve(state, event, recorded.Meta.At)
		r.revision, r.position = recorded.Revision, recorded.Position
		handled = handled || recorded.Meta.Command == d.request.Command && d.request.Command != ""
	}
	r.state = state
	d.reads = append(d.reads, r)
	if handled {
		return state, errRepeated
	}
	return state, nil
}

// Append adds events to a stream that was loaded before.
func (d *Decision) Append(stream string, events ...any) {
	if len(events) == 0 {
		return
	}
	r := d.find(stream)
	if r == nil {
		panic("commands: append to " + stream + ", which this decision has not loaded")
	}
	r.events = append(r.events, events...)
}

func (d *Decision) find(stream string) *read {
	for _, r := range d.reads {
		if r.stream == stream {
			return r
		}
	}
	return nil
}

// commit appends all events at the revisions that were read, atomically. Without events there is nothing
// to do, and the outcome stands where the streams stood.
func (d *Decision) commit(ctx context.Context) (Outcome, error) {
	var writes []eventlog.Write
	var standing eventlog.Position
	n := 0
	for _, r := range d.reads {
		standing = max(standing, r.position)
		if len(r.events) == 0 {
			continue
		}
		write := eventlog.Write{Stream: r.stream, Expected: eventlog.At(r.revision)}
		for _, payload := range r.events {
			typ, data, err := d.handler.Codec.Encode(payload)
			if err != nil {
				return Outcome{}, fmt.Errorf("append to %s: %w", r.stream, err)
			}
			write.Events = append(write.Events, eventlog.Event{
				ID: eventlog.DeriveEventID(d.request.Command, n), Type: typ, Data: data,
				Meta: eventlog.Metadata{
					Actor: d.request.Actor, Command: d.request.Command, Correlation: d.request.Correlation, At: d.now,
				},
			})
			n++
		}
		writes = append(writes, write)
	}
	if len(writes) == 0 {
		return Outcome{Position: standing}, nil
	}
	receipt, err := d.handler.Log.Append(ctx, writes...)
	if err != nil {
		return Outcome{}, fmt.Errorf("append to %s: %w", writes[0].Stream, err)
	}
	return Outcome{Position: receipt.Position}, nil
}
