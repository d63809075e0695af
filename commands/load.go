package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// read is a stream as a decision found it.
type read struct {
	stream   string
	revision eventlog.Revision
	position eventlog.Position
	base     []byte     // the state of the snapshot that it began with
	history  []happened // after that
	commands []Covered  // of history
	last     eventlog.EventID
	state    any
	events   []decided // that follow
	folded   int       // of those, how many state holds
}

// happened is an event that was read.
type happened struct {
	payload any
	at      time.Time
	id      eventlog.EventID
}

// Fold is how a stream becomes a state. A state that snapshots are kept of goes through JSON and back unharmed.
type Fold[S any] struct {
	// Version names the fold and the form of its state: both change with it. Empty: no snapshots are kept.
	Version string
	Evolve  func(state S, event any, at time.Time) S
}

// Load folds a stream. Within the same decision it reads once, and what was appended since is part of what it
// returns. It fails where the stream says that this very command was handled before; the caller passes that error on.
func Load[S any](ctx context.Context, d *Decision, stream string, evolve func(S, any, time.Time) S) (S, error) {
	return LoadFold(ctx, d, stream, Fold[S]{Evolve: evolve})
}

// LoadFold is Load for a stream that may be long: it begins at a snapshot where there is one.
func LoadFold[S any](ctx context.Context, d *Decision, stream string, fold Fold[S]) (S, error) {
	if r := d.find(stream); r != nil {
		return again(d, r, fold)
	}
	var state S
	r, handled, err := d.handler.read(ctx, d, stream, fold.Version)
	if err != nil {
		return state, fmt.Errorf("load %s: %w", stream, err)
	}
	if err := d.handler.readable(ctx, r); err != nil {
		return state, fmt.Errorf("load %s: %w", stream, err)
	}
	state, err = replay(d, r, fold)
	if err != nil {
		return state, fmt.Errorf("load %s: %w", stream, err)
	}
	r.state = state
	d.reads = append(d.reads, r)
	if handled {
		return state, errRepeated
	}
	if fold.Version != "" {
		d.handler.keep(ctx, r, fold.Version, state)
	}
	return state, nil
}

// again gives the state of a stream that was loaded before. Where events were added since, it is folded anew: the
// fold may have changed in place what it gave before.
func again[S any](d *Decision, r *read, fold Fold[S]) (S, error) {
	state, ok := r.state.(S)
	if !ok {
		return state, fmt.Errorf("load %s: folded as %T before", r.stream, r.state)
	}
	if r.folded == len(r.events) {
		return state, nil
	}
	state, err := replay(d, r, fold)
	if err != nil {
		return state, fmt.Errorf("load %s: %w", r.stream, err)
	}
	r.state, r.folded = state, len(r.events)
	return state, nil
}

// replay folds the snapshot, what happened and what follows.
func replay[S any](d *Decision, r *read, fold Fold[S]) (S, error) {
	var state S
	if r.base != nil {
		if err := json.Unmarshal(r.base, &state); err != nil {
			return state, fmt.Errorf("read the snapshot of version %s: %w", fold.Version, err)
		}
	}
	for _, h := range r.history {
		state = fold.Evolve(state, h.payload, h.at)
	}
	for _, e := range r.events {
		state = fold.Evolve(state, e.payload, d.now)
	}
	return state, nil
}

// read gets a stream from a snapshot on, or from its beginning, and says whether the decision's command is in it.
func (h *Handler) read(ctx context.Context, d *Decision, stream, version string) (*read, bool, error) {
	if version != "" && h.Snapshots != nil {
		r, handled, err := h.readFromSnapshot(ctx, d, stream, version)
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
		if err := h.add(ctx, d, r, recorded, &handled); err != nil {
			return nil, false, err
		}
	}
	return r, handled, nil
}

// add keeps an event that was read. Another request under the id of a command that stands is refused.
func (h *Handler) add(ctx context.Context, d *Decision, r *read, recorded eventlog.Recorded, handled *bool) error {
	event, err := h.Codec.Decode(recorded.Type, recorded.Data)
	if err != nil {
		return err
	}
	r.history = append(r.history, happened{event, recorded.Meta.At, recorded.ID})
	r.commands = append(r.commands, Covered{Command: recorded.Meta.Command, Hash: recorded.Meta.RequestHash, At: recorded.Meta.At})
	r.revision, r.position, r.last = recorded.Revision, recorded.Position, recorded.ID
	return d.recognise(ctx, recorded.Meta.Command, recorded.Meta.RequestHash, handled)
}
