package commands

import (
	"context"
	"crypto/sha256"
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
	role    role.Role
}

type read struct {
	stream   string
	revision eventlog.Revision
	position eventlog.Position
	state    any
	events   []decided
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
		for _, e := range r.events {
			typ, data, err := d.handler.Codec.Encode(e.payload)
			if err != nil {
				return Outcome{}, fmt.Errorf("append to %s: %w", r.stream, err)
			}
			write.Events = append(write.Events, eventlog.Event{
				ID: eventlog.DeriveEventID(d.request.Command, n), Type: typ, Data: data,
				Meta: d.metadata(e.role),
			})
			n++
		}
		writes = append(writes, write)
	}
	if len(writes) == 0 {
		return Outcome{Position: standing}, nil
	}
	if err := d.handler.writable(ctx, writes); err != nil {
		return Outcome{}, err
	}
	receipt, err := d.handler.Log.Append(ctx, writes...)
	if err != nil {
		return Outcome{}, fmt.Errorf("append to %s: %w", writes[0].Stream, err)
	}
	return Outcome{Position: receipt.Position}, nil
}

// metadata says who decided, in which role and because of what.
func (d *Decision) metadata(as role.Role) eventlog.Metadata {
	return eventlog.Metadata{
		Actor: d.request.Actor, Role: string(as), Credential: d.request.Credential, Command: d.request.Command,
		RequestHash: d.request.Hash, Request: d.request.ID, Causation: d.request.Causation, At: d.now, Salt: eventlog.NewSalt(),
	}
}

// PlanMetadata is the metadata of an event that a plan makes: of the import, or of the program itself.
func PlanMetadata(actor string, as role.Role, command string, at time.Time) eventlog.Metadata {
	return eventlog.Metadata{
		Actor: actor, Role: string(as), Command: command, At: at.UTC().Truncate(time.Microsecond), Salt: planSalt(command, at),
	}
}

// planSalt is the same each time, so that a plan that is appended again is the same append.
func planSalt(command string, at time.Time) eventlog.Salt {
	sum := sha256.Sum256([]byte("modyard plan salt\x00" + command + "\x00" + at.UTC().Format(time.RFC3339Nano)))
	return eventlog.Salt(sum[:16])
}
