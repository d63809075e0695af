package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// Aggregate is a kind of thing that has its own rules and its own stream, <Category>-<id>. S is the type of its state,
// C the type of its commands.
type Aggregate[S, C any] struct {
	Category string
	// Version names the fold and the JSON form of its state, and changes with either. Empty: no snapshots are stored,
	// because the streams are short.
	Version string
	// Newest is true if the state follows from the last event of a stream: no other event is read. A command that is sent
	// again must be recognisable by another stream that it loads.
	Newest bool
	Evolve func(state S, event any, at time.Time) S
	// Clone returns a copy of a state that Evolve can change without a change of the original. With it, the states of an
	// aggregate with a version are cached (States), and Decide must not change the state. Nil: they are not.
	Clone func(state S) S
	// Decide is the rule. Nil: the rule is about other things too, and its caller appends the events.
	Decide func(state S, command C) ([]decision.Event, error)
	// Missing is the error for a thing that does not exist. Nil: a stream without events is in its initial state.
	Missing func(state S) error
}

// Timeless is the Evolve of a state that does not record when events happened.
func Timeless[S any](evolve func(S, any) S) func(S, any, time.Time) S {
	return func(state S, event any, _ time.Time) S { return evolve(state, event) }
}

// Entity is one thing within a decision. Its state includes the events that the decision has added so far.
type Entity[S, C any] struct {
	tx     *Tx
	of     *Aggregate[S, C]
	stream *read
}

// Stream is the name of the stream of an id.
func (a *Aggregate[S, C]) Stream(id string) string { return a.Category + "-" + id }

// Get loads the thing of an id and returns an error if it does not exist. Within a decision a stream is read once.
func (a *Aggregate[S, C]) Get(ctx context.Context, tx *Tx, id string) (*Entity[S, C], error) {
	e, err := a.Open(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if a.Missing != nil {
		if err := a.Missing(e.State()); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Do loads the thing of an id and decides a command about it.
func (a *Aggregate[S, C]) Do(ctx context.Context, tx *Tx, id string, command C) error {
	e, err := a.Get(ctx, tx, id)
	if err != nil {
		return err
	}
	return e.Do(command)
}

// Open is Get for a thing that may not exist yet, such as one that the command creates.
func (a *Aggregate[S, C]) Open(ctx context.Context, tx *Tx, id string) (*Entity[S, C], error) {
	e, err := a.OpenAll(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	return e[0], nil
}

// OpenAll is Open for many ids. It takes less time than one after the other.
func (a *Aggregate[S, C]) OpenAll(ctx context.Context, tx *Tx, ids ...string) ([]*Entity[S, C], error) {
	wants := make([]Want, len(ids))
	for i, id := range ids {
		wants[i] = a.Want(id)
	}
	if err := tx.Load(ctx, wants...); err != nil {
		return nil, err
	}
	list := make([]*Entity[S, C], len(ids))
	for i, id := range ids {
		r := tx.find(a.Stream(id))
		if _, same := r.state.(S); !same {
			return nil, fmt.Errorf("load %s: folded as %T before", r.stream, r.state)
		}
		list[i] = &Entity[S, C]{tx: tx, of: a, stream: r}
	}
	return list, nil
}

// State is the current state of the thing.
func (e *Entity[S, C]) State() S {
	state, _ := e.stream.state.(S) // Open has checked the type
	return state
}

// Do decides a command and records the events of the decision. It does nothing if the request was handled before.
func (e *Entity[S, C]) Do(command C) error {
	if e.tx.repeated {
		return nil
	}
	events, err := e.of.Decide(e.State(), command)
	if err != nil {
		return err
	}
	e.Append(events...)
	return nil
}

// Try returns the error that Do would return. No event is recorded.
func (e *Entity[S, C]) Try(command C) error {
	if e.tx.repeated {
		return nil
	}
	_, err := e.of.Decide(e.State(), command)
	return err
}

// Follow records events that result from a decision about another thing, in the role of that decision.
func (e *Entity[S, C]) Follow(as role.Role, payloads ...any) {
	for _, p := range payloads {
		e.Append(decision.Event{Role: as, Payload: p})
	}
}

// Append records events of the thing, with the role in which they were decided.
func (e *Entity[S, C]) Append(events ...decision.Event) {
	state := e.State()
	if e.stream.shared && len(events) > 0 {
		state, e.stream.shared = e.of.Clone(state), false
	}
	for _, event := range events {
		e.tx.append(e.stream, event)
		state = e.of.Evolve(state, event.Payload, e.tx.now)
	}
	e.stream.state = state
}

// Decided returns the events of the thing that this decision has recorded so far.
func (e *Entity[S, C]) Decided() []decision.Event {
	events := make([]decision.Event, len(e.stream.events))
	for i, d := range e.stream.events {
		events[i] = d.Event
	}
	return events
}

// Role is the role of the last event of the thing that this decision has recorded; empty if there is none.
func (e *Entity[S, C]) Role() role.Role {
	if n := len(e.stream.events); n > 0 {
		return e.stream.events[n-1].Role
	}
	return ""
}

// Times returns when the first and the last event of the thing were decided; the time of this decision if the thing has
// no earlier events.
func (e *Entity[S, C]) Times(ctx context.Context) (began, changed time.Time, err error) {
	began, changed = e.tx.now, e.tx.now
	if e.stream.revision == eventlog.NoRevision {
		return began, changed, nil
	}
	if began, err = e.tx.handler.decidedAt(ctx, e.stream.stream, 0); err != nil || len(e.stream.events) > 0 {
		return began, changed, err
	}
	changed, err = e.tx.handler.decidedAt(ctx, e.stream.stream, e.stream.revision)
	return began, changed, err
}

// decidedAt returns when an event of a stream was decided.
func (h *Handler) decidedAt(ctx context.Context, stream string, at eventlog.Revision) (time.Time, error) {
	for recorded, err := range h.Log.Stream(ctx, stream, at) {
		if err != nil {
			return time.Time{}, fmt.Errorf("read when %s changed: %w", stream, err)
		}
		return recorded.Meta.At, nil
	}
	return time.Time{}, fmt.Errorf("read when %s changed: no event %d", stream, at)
}
