package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/idempotency"
)

// snapshotEvery is the number of events of a stream between two snapshots.
const snapshotEvery = 200

// Snapshot is the state of a stream up to one of its events.
type Snapshot struct {
	Stream     string
	Generation string // of the log
	Revision   eventlog.Revision
	Event      eventlog.EventID // the event at the revision
	Fold       string           // version of the fold
	State      []byte           // JSON
}

// Covered is a command whose events are included in a snapshot.
type Covered struct {
	Command, Hash string
	At            time.Time
}

// Snapshots stores one snapshot of a stream, with the commands that it covers (commands/snapshot). A snapshot may be
// lost at any time.
type Snapshots interface {
	// Find returns the snapshot of a stream, and the command if the snapshot covers it.
	Find(ctx context.Context, stream, command string) (*Snapshot, *Covered, error)
	// Keep replaces the snapshot and adds the commands that it covers. If extends is true, it continues the snapshot
	// before it and also covers that one's commands.
	Keep(ctx context.Context, s Snapshot, covers []Covered, extends bool) error
	// Delete deletes a stream's snapshot and the commands that it covers.
	Delete(ctx context.Context, stream string) error
}

// DeleteSnapshot deletes the snapshot of a stream. The erasure of an account's texts calls it.
func (h *Handler) DeleteSnapshot(ctx context.Context, stream string) error {
	if h.Snapshots == nil {
		return nil
	}
	return h.Snapshots.Delete(ctx, stream)
}

// readFromSnapshot reads the events after a snapshot. It returns nil if no snapshot is usable: it belongs to another
// log or fold, or the log does not contain its last event.
func (h *Handler) readFromSnapshot(ctx context.Context, tx *Tx, stream, version string) (*read, bool, error) {
	s, covered, err := h.Snapshots.Find(ctx, stream, tx.request.Command)
	if err != nil {
		return nil, false, fmt.Errorf("find snapshot: %w", err)
	}
	if s == nil || s.Fold != version {
		return nil, false, nil
	}
	if generation, err := h.Log.Generation(ctx); err != nil || generation != s.Generation {
		return nil, false, err
	}
	r := &read{stream: stream, revision: eventlog.NoRevision, base: s.State}
	handled := false
	for recorded, err := range h.Log.Stream(ctx, stream, s.Revision) {
		if err != nil {
			return nil, false, err
		}
		if r.revision == eventlog.NoRevision { // the snapshot includes the event
			if recorded.Revision != s.Revision || recorded.ID != s.Event {
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
	if h.Snapshots == nil || len(r.history) < snapshotEvery {
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
	return h.Snapshots.Keep(ctx, Snapshot{
		Stream: r.stream, Generation: generation, Revision: r.revision, Event: r.last, Fold: version, State: data,
	}, r.covers(h.Clock()), r.base != nil)
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
