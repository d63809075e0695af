package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// read is a stream that a decision has loaded.
type read struct {
	stream   string
	revision eventlog.Revision
	position eventlog.Position
	base     []byte     // the state of the snapshot from which the fold starts
	history  []happened // the events after the snapshot
	commands []Covered  // the commands of history
	last     eventlog.EventID
	state    any       // with the new events
	events   []decided // the new events
}

// happened is an event that was read.
type happened struct {
	payload any
	at      time.Time
	id      eventlog.EventID
}

// load reads and folds a stream, starting from a snapshot if version is set. It fails with errRepeated if the stream
// contains an event of this command and the answer need not be made again.
func load[S any](ctx context.Context, tx *Tx, stream, version string, evolve func(S, any, time.Time) S) (*read, error) {
	r, handled, err := tx.handler.read(ctx, tx, stream, version)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", stream, err)
	}
	if err := tx.handler.readable(ctx, r); err != nil {
		return nil, fmt.Errorf("load %s: %w", stream, err)
	}
	var state S
	if r.base != nil {
		if err := json.Unmarshal(r.base, &state); err != nil {
			return nil, fmt.Errorf("load %s: read the snapshot of version %s: %w", stream, version, err)
		}
	}
	for _, h := range r.history {
		state = evolve(state, h.payload, h.at)
	}
	if version != "" && !handled {
		tx.handler.keep(ctx, r, version, state)
	}
	r.state, r.history, r.base = state, nil, nil
	tx.reads = append(tx.reads, r)
	if handled && !tx.answers {
		return nil, errRepeated
	}
	tx.repeated = tx.repeated || handled
	return r, nil
}

// read loads a stream from a snapshot, or from its beginning, and returns whether the stream contains the decision's
// command.
func (h *Handler) read(ctx context.Context, tx *Tx, stream, version string) (*read, bool, error) {
	if version != "" && h.Snapshots != nil {
		r, handled, err := h.readFromSnapshot(ctx, tx, stream, version)
		if err != nil || r != nil {
			return r, handled, err
		}
	}
	r := &read{stream: stream, revision: eventlog.NoRevision}
	handled := false
	for recorded, err := range h.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return nil, false, err
		}
		if err := h.add(ctx, tx, r, recorded, &handled); err != nil {
			return nil, false, err
		}
	}
	return r, handled, nil
}

// add adds an event that was read. It returns an error if another request has the id of a command in the stream.
func (h *Handler) add(ctx context.Context, tx *Tx, r *read, recorded eventlog.Recorded, handled *bool) error {
	event, err := h.Codec.Decode(recorded.Type, recorded.Data)
	if err != nil {
		return err
	}
	r.history = append(r.history, happened{event, recorded.Meta.At, recorded.ID})
	r.commands = append(r.commands, Covered{Command: recorded.Meta.Command, Hash: recorded.Meta.RequestHash, At: recorded.Meta.At})
	r.revision, r.position, r.last = recorded.Revision, recorded.Position, recorded.ID
	return tx.recognise(ctx, recorded.Meta.Command, recorded.Meta.RequestHash, handled)
}
