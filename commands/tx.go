package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/tracing"
)

// Tx is one attempt at a command: the streams that were read and the new events. All events are appended, or none.
type Tx struct {
	handler  *Handler
	request  Request
	role     role.Role // of every event of a plan; empty: each has its own
	now      time.Time
	reads    []*read
	fresh    []string // streams that must have no events
	count    int      // new events
	repeated bool     // the request was handled before; only its answer is made again
	answers  bool     // the answer of a repeated request can be made again
}

// decided is a new event with the metadata of its decision.
type decided struct {
	decision.Event
	number int // index among the events of this attempt, from zero
	meta   eventlog.Metadata
}

// By is the actor of the command.
func (tx *Tx) By() actor.Actor { return tx.request.By }

// Command is the name of the command. It stays the same when the command is decided again.
func (tx *Tx) Command() string { return tx.request.Command }

// Now is the time of the decision, in UTC and whole microseconds: the time of every new event.
func (tx *Tx) Now() time.Time { return tx.now }

// Repeated is true if the request was handled before: nothing is decided, and the answer is made from the current
// state.
func (tx *Tx) Repeated() bool { return tx.repeated }

// NewID is the id of a thing that the command creates (see Handler.NewID).
func (tx *Tx) NewID(ctx context.Context, kind string) (string, error) {
	return tx.handler.NewID(ctx, tx.request, kind)
}

// append adds a new event to a stream that was loaded.
func (tx *Tx) append(r *read, e decision.Event) {
	if tx.repeated {
		return
	}
	if tx.role != "" {
		e.Role = tx.role
	}
	r.events = append(r.events, decided{Event: e, number: tx.count, meta: tx.metadata(e.Role)})
	tx.count++
}

func (tx *Tx) find(stream string) *read {
	for _, r := range tx.reads {
		if r.stream == stream {
			return r
		}
	}
	return nil
}

// errTaken marks a conflict that a retry would meet again: another thing has the id that the command was to give.
var errTaken = errors.New("the new id is taken")

// commit appends all events atomically at the revisions that were read, only if no other loaded stream has changed
// since. Without events it appends nothing, and the outcome has the position that was read.
func (tx *Tx) commit(ctx context.Context) (Outcome, error) {
	var position eventlog.Position
	for _, r := range tx.reads {
		position = max(position, r.position)
	}
	writes, err := tx.writes(ctx)
	if err != nil || len(writes) == 0 {
		return Outcome{Position: position}, err
	}
	if err := tx.handler.writable(ctx, writes); err != nil {
		return Outcome{}, err
	}
	if tx.handler.remembers(tx.request) {
		if err := tx.handler.Ledger.Record(ctx, tx.request.Command, tx.request.Hash); err != nil {
			return Outcome{}, err
		}
	}
	receipt, err := tx.appendTo(ctx, writes)
	var conflict *eventlog.Conflict
	switch {
	case errors.As(err, &conflict) && tx.find(conflict.Stream) == nil:
		return Outcome{}, fmt.Errorf("%w: %w", errTaken, err)
	case err != nil:
		return Outcome{}, fmt.Errorf("append to %s: %w", writes[0].Stream, err)
	}
	return Outcome{Position: receipt.Position}, nil
}

// appendTo appends to the log, and traces it.
func (tx *Tx) appendTo(ctx context.Context, writes []eventlog.Write) (eventlog.Receipt, error) {
	ctx, span := tracing.Start(ctx, "append")
	receipt, err := tx.handler.Log.Append(ctx, writes...)
	span.Count("modyard.streams", int64(len(writes)))
	span.Count("modyard.events", int64(tx.count))
	span.Count("modyard.position", int64(receipt.Position)) //nolint:gosec // no log has 2^63 positions
	span.End(err)
	return receipt, err
}

// writes returns nil if there are no new events. The streams with new events come first.
func (tx *Tx) writes(ctx context.Context) ([]eventlog.Write, error) {
	if tx.count == 0 {
		return nil, nil
	}
	payloads, err := tx.sealed(ctx)
	if err != nil {
		return nil, err
	}
	var writes, checks []eventlog.Write
	for _, r := range tx.reads {
		write := eventlog.Write{Stream: r.stream, Expected: eventlog.At(r.revision)}
		if len(r.events) == 0 {
			checks = append(checks, write)
			continue
		}
		if write.Events, err = tx.encoded(r, payloads); err != nil {
			return nil, fmt.Errorf("append to %s: %w", r.stream, err)
		}
		writes = append(writes, write)
	}
	hash, err := tx.requestHash(ctx)
	if err != nil {
		return nil, err
	}
	for _, write := range writes {
		for i := range write.Events {
			write.Events[i].Meta.RequestHash = hash
		}
	}
	for _, stream := range tx.fresh {
		if tx.find(stream) == nil {
			checks = append(checks, eventlog.Write{Stream: stream, Expected: eventlog.NoStream})
		}
	}
	return append(writes, checks...), nil
}

// eventID is the id of a new event.
func (tx *Tx) eventID(e decided) eventlog.EventID {
	return eventlog.DeriveEventID(tx.request.Command, e.number)
}

// encoded returns the new events of a stream in the form of the log, given their payloads by number.
func (tx *Tx) encoded(r *read, payloads []any) ([]eventlog.Event, error) {
	events := make([]eventlog.Event, 0, len(r.events))
	for _, e := range r.events {
		if !e.Role.Known() {
			return nil, fmt.Errorf("unknown role %q", e.Role)
		}
		typ, data, err := tx.handler.Codec.Encode(payloads[e.number])
		if err != nil {
			return nil, err
		}
		events = append(events, eventlog.Event{ID: tx.eventID(e), Type: typ, Data: data, Meta: e.meta})
	}
	return events, nil
}
