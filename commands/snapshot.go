package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/idempotency"
)

// snapshotEvery is how many events a stream gets before its next snapshot.
const snapshotEvery = 200

// Snapshot is what a stream was folded to, up to one of its events.
type Snapshot struct {
	Stream     string
	Generation string // of the log
	Revision   eventlog.Revision
	Event      eventlog.EventID // that stands at the revision
	Fold       string           // version of the fold
	State      []byte           // JSON
}

// Covered is a command whose events a snapshot holds.
type Covered struct {
	Command, Hash string
	At            time.Time
}

// Snapshots keep one snapshot of a stream, with the commands that it covers (commands/snapshot). A snapshot may be
// lost at any time.
type Snapshots interface {
	// Find gives the snapshot of a stream, and the command of an id where the snapshot covers it.
	Find(ctx context.Context, stream, command string) (*Snapshot, *Covered, error)
	// Keep replaces the snapshot and adds to what it covers; extends says that it goes on from the one before, whose
	// commands it covers too.
	Keep(ctx context.Context, s Snapshot, covers []Covered, extends bool) error
	// Delete forgets a stream's snapshot and what it covers.
	Delete(ctx context.Context, stream string) error
}

// DeleteSnapshot forgets what was folded from a stream, as the erasure of an account's texts asks for.
func (h *Handler) DeleteSnapshot(ctx context.Context, stream string) error {
	if h.Snapshots == nil {
		return nil
	}
	return h.Snapshots.Delete(ctx, stream)
}

// readFromSnapshot reads what follows a snapshot, or gives nil where there is none to be used: of another log or
// fold, or where the event that it ends with does not stand.
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
		if r.revision == eventlog.NoRevision { // the snapshot holds it already
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

// keep stores a snapshot once enough events have come. A command does not fail for it.
func (h *Handler) keep(ctx context.Context, r *read, version string, state any) {
	if h.Snapshots == nil || len(r.history) < snapshotEvery {
		return
	}
	if err := h.keepSnapshot(ctx, r, version, state); err != nil && ctx.Err() == nil {
		h.logger().WarnContext(ctx, "a snapshot was not kept", "stream", r.stream, "error", err)
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

// covers are the commands of the last days that can come again. An id that was drawn for one request, a UUID of
// version 7, cannot.
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
