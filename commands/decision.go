package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Decision is one attempt at a command: what was read, and what follows from it.
type Decision struct {
	handler *Handler
	request Request
	now     time.Time
	reads   []*read
	fresh   []string // streams that must have no events
	role    role.Role
}

// decided is an event that follows, with the role in which it was decided.
type decided struct {
	payload any
	role    role.Role
}

// Now is the moment of the decision, in UTC and whole microseconds: the time of every event that follows.
func (d *Decision) Now() time.Time { return d.now }

// As says in which role what is appended from now on was decided: the least that was enough.
func (d *Decision) As(r role.Role) {
	d.role = r
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
	as := d.role
	if as == "" {
		as = role.Self
	}
	for _, e := range events {
		r.events = append(r.events, decided{payload: e, role: as})
	}
}

func (d *Decision) find(stream string) *read {
	for _, r := range d.reads {
		if r.stream == stream {
			return r
		}
	}
	return nil
}

// errTaken marks a conflict that another attempt meets again: the id that the command was to make has been taken.
var errTaken = errors.New("the new id is taken")

// commit appends all events at the revisions that were read, atomically, and only where every other stream that was
// loaded has not moved since. Without events there is nothing to do, and the outcome stands where the streams stood.
func (d *Decision) commit(ctx context.Context) (Outcome, error) {
	var standing eventlog.Position
	for _, r := range d.reads {
		standing = max(standing, r.position)
	}
	writes, err := d.writes(ctx)
	if err != nil || len(writes) == 0 {
		return Outcome{Position: standing}, err
	}
	if err := d.handler.writable(ctx, writes); err != nil {
		return Outcome{}, err
	}
	if d.handler.remembers(d.request) {
		if err := d.handler.Ledger.Claim(ctx, d.request.Command, d.request.Hash); err != nil {
			return Outcome{}, err
		}
	}
	receipt, err := d.handler.Log.Append(ctx, writes...)
	var conflict *eventlog.Conflict
	switch {
	case errors.As(err, &conflict) && d.find(conflict.Stream) == nil:
		return Outcome{}, fmt.Errorf("%w: %w", errTaken, err)
	case err != nil:
		return Outcome{}, fmt.Errorf("append to %s: %w", writes[0].Stream, err)
	}
	return Outcome{Position: receipt.Position}, nil
}

// writes gives nothing where no event follows. The streams that get events come first.
func (d *Decision) writes(ctx context.Context) ([]eventlog.Write, error) {
	var writes, checks []eventlog.Write
	n := 0
	for _, r := range d.reads {
		write := eventlog.Write{Stream: r.stream, Expected: eventlog.At(r.revision)}
		if len(r.events) == 0 {
			checks = append(checks, write)
			continue
		}
		for _, e := range r.events {
			if !e.role.Known() {
				return nil, fmt.Errorf("append to %s: unknown role %q", r.stream, e.role)
			}
			id := eventlog.DeriveEventID(d.request.Command, n)
			typ, data, err := d.handler.encode(ctx, r.stream, id, e.payload)
			if err != nil {
				return nil, fmt.Errorf("append to %s: %w", r.stream, err)
			}
			write.Events = append(write.Events, eventlog.Event{
				ID: id, Type: typ, Data: data,
				Meta: d.metadata(e.role),
			})
			n++
		}
		writes = append(writes, write)
	}
	if len(writes) == 0 {
		return nil, nil
	}
	hash, err := d.requestHash(ctx)
	if err != nil {
		return nil, err
	}
	for _, write := range writes {
		for i := range write.Events {
			write.Events[i].Meta.RequestHash = hash
		}
	}
	for _, stream := range d.fresh {
		if d.find(stream) == nil {
			checks = append(checks, eventlog.Write{Stream: stream, Expected: eventlog.NoStream})
		}
	}
	return append(writes, checks...), nil
}
