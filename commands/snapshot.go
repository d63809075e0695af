package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/idempotency"
)

// snapshotEvery is the number of events of a stream between two snapshots.
const snapshotEvery = 200

// Snapshot is the state of a stream up to one of its events.
type Snapshot struct {
	SnapshotID
	Stream   string
	Revision eventlog.Revision
	State    []byte // JSON; nil if the caller knows the snapshot
}

// SnapshotID identifies a snapshot among all that a stream ever had.
type SnapshotID struct {
	Generation string           // of the log
	Event      eventlog.EventID // the last one of the snapshot
	Fold       string           // version of the fold
}

// Covered is a command whose events are included in a snapshot.
type Covered struct {
	Command, Hash string
	At            time.Time
}

// Snapshots stores one snapshot of a stream, with the commands that it covers (commands/snapshot). A snapshot may be
// lost at any time.
type Snapshots interface {
	// Find returns the snapshot of a stream, without its state if it is the known one, and the command if the snapshot
	// covers it. The zero SnapshotID is that of no snapshot.
	Find(ctx context.Context, stream, command string, known SnapshotID) (*Snapshot, *Covered, error)
	// Keep replaces the snapshot and adds the commands that it covers. If extends is true, it continues the snapshot
	// before it and also covers that one's commands.
	Keep(ctx context.Context, s Snapshot, covers []Covered, extends bool) error
	// Delete deletes a stream's snapshot and the commands that it covers.
	Delete(ctx context.Context, stream string) error
}

// DeleteSnapshot deletes the snapshot of a stream. The erasure of an account's texts calls it.
func (h *Handler) DeleteSnapshot(ctx context.Context, stream string) error {
	h.States.forget(stream)
	if h.Snapshots == nil {
		return nil
	}
	return h.Snapshots.Delete(ctx, stream)
}

// readFromSnapshot reads the events after a snapshot, or after a cached state that continues it. It returns nil if no
// snapshot is usable: it belongs to another log or fold, or the log does not contain its last event.
func (h *Handler) readFromSnapshot(ctx context.Context, tx *Tx, stream, version string) (*read, bool, error) {
	known, id := h.States.find(stream, version), SnapshotID{}
	if known != nil {
		id = known.snapshot
	}
	s, covered, err := h.Snapshots.Find(ctx, stream, tx.request.Command, id)
	if err != nil {
		return nil, false, fmt.Errorf("find snapshot: %w", err)
	}
	if s == nil || s.Fold != version {
		return nil, false, nil
	}
	if generation, err := h.Log.Generation(ctx); err != nil || generation != s.Generation {
		return nil, false, err
	}
	r := &read{stream: stream, revision: eventlog.NoRevision, snapshot: s.SnapshotID, base: s.State, size: len(s.State)}
	after, last, handled := s.Revision, s.Event, false
	if s.State == nil {
		after, last = known.revision, known.event
		r.known, r.size, r.commands = known, known.size, slices.Clip(known.commands)
		for _, c := range known.commands {
			if err := tx.recognise(ctx, c.Command, c.Hash, &handled); err != nil {
				return nil, false, err
			}
		}
	}
	for recorded, err := range h.Log.Stream(ctx, stream, after) {
		if err != nil {
			return nil, false, err
		}
		if r.revision == eventlog.NoRevision { // the state includes the event
			if recorded.Revision != after || recorded.ID != last {
				return nil, false, nil
			}
			r.revision, r.position, r.last = recorded.Revision, recorded.Position, recorded.ID
			if err := tx.recognise(ctx, recorded.Meta.Command, recorded.Meta.RequestHash, &handled); err != nil {
				return nil, false, err
			}
			continue
		}
		if err := h.add(ctx, tx, r, recorded, &handled); err != nil {
			return nil, false, err
		}
	}
	if r.revision == eventlog.NoRevision {
		return nil, false, nil
	}
	if covered != nil {
		err = tx.recognise(ctx, covered.Command, covered.Hash, &handled)
	}
	return r, handled, err
}

// keep stores a snapshot after enough events. A failure does not fail the command.
func (h *Handler) keep(ctx context.Context, r *read, version string, state any) {
	if h.Snapshots == nil || len(r.commands) < snapshotEvery {
		return
	}
	if err := h.keepSnapshot(ctx, r, version, state); err != nil && ctx.Err() == nil {
		h.logger().WarnContext(ctx, "a snapshot was not stored", "stream", r.stream, "error", err)
	}
}

func (h *Handler) keepSnapshot(ctx context.Context, r *read, version string, state any) error {
	generation, err := h.Log.Generation(ctx)
	if err != nil {
		return err
	}
	data, err := json.Marshal(state)
	if err != nil {
		return err
	}
	id := SnapshotID{Generation: generation, Event: r.last, Fold: version}
	kept := Snapshot{SnapshotID: id, Stream: r.stream, Revision: r.revision, State: data}
	if err := h.Snapshots.Keep(ctx, kept, r.covers(h.Clock()), r.snapshot != SnapshotID{}); err != nil {
		return err
	}
	r.snapshot, r.commands, r.size = id, nil, len(data)
	return nil
}

// covers returns the commands of the last days that a caller can send again. A command whose id was generated for one
// request, a UUID of version 7, cannot be sent again.
func (r *read) covers(now time.Time) []Covered {
	const versionAt = 14
	var list []Covered
	seen := map[string]bool{}
	for _, c := range r.commands {
		drawn := len(c.Command) > versionAt && c.Command[versionAt] == '7'
		if c.Command == "" || drawn || seen[c.Command] || now.Sub(c.At) > idempotency.Honoured {
			continue
		}
		seen[c.Command] = true
		list = append(list, c)
	}
	return list
}
