package runtime

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// Replayed counts what ReplayParked did.
type Replayed struct {
	Applied int // events that the read model took this time
	Failed  int // events that stay parked
}

// ReplayParked tries the parked events of a projector (of all, with an empty name) again, in log order,
// after the events that have come since: a handler that needs the exact order wants a rebuild instead.
// Versions that the runner was not given are left alone. It may run beside the projector.
func (r *Runner) ReplayParked(ctx context.Context, name string) (Replayed, error) {
	var done Replayed
	list, err := r.Parked(ctx, name)
	if err != nil {
		return done, err
	}
	for _, p := range list {
		t, ok := r.given(p.Name, p.Version)
		if !ok {
			continue
		}
		applied, err := r.replayOne(ctx, t, p)
		if err != nil {
			return done, fmt.Errorf("replay event %d of %s: %w", p.Position, t, err)
		}
		if applied {
			done.Applied++
		} else {
			done.Failed++
		}
	}
	return done, nil
}

func (r *Runner) given(name string, version int) (target, bool) {
	for _, p := range r.projectors {
		if p.Name == name && p.Version == version {
			return target{Projector: p}, true
		}
	}
	return target{}, false
}

const unpark = `DELETE FROM runtime.parked_events WHERE name = $1 AND version = $2 AND position = $3`

// replayOne applies one parked event under the checkpoint's lock and takes it off the list, or notes why not.
func (r *Runner) replayOne(ctx context.Context, t target, p Parked) (bool, error) {
	recorded, err := r.eventAt(ctx, p)
	if err != nil {
		return false, err
	}
	reason := r.reapply(ctx, t, recorded)
	if reason == nil {
		return true, nil
	}
	if transient(reason) {
		return false, reason
	}
	q := &pgx.Batch{}
	queueParked(q, t, recorded, reason)
	return false, r.pool.SendBatch(ctx, q).Close()
}

func (r *Runner) reapply(ctx context.Context, t target, e eventlog.Recorded) error {
	payload, err := r.codec.Decode(e.Type, e.Data)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		c, err := t.lock(ctx, tx, idleHold)
		if err != nil {
			return err
		}
		q := &pgx.Batch{}
		if err := handle(ctx, t, tx, []Event{{Recorded: e, Payload: payload}}, q, direct); err != nil {
			return err
		}
		q.Queue(unpark, t.Name, t.Version, int64(e.Position))
		if c.serving {
			t.announce(q, c.position)
		}
		return tx.SendBatch(ctx, q).Close()
	})
}

// eventAt reads the one event that stands at a parked position. It looks in the event's stream, because a follower
// may only begin where an event ended, and the place of the one before is not known.
func (r *Runner) eventAt(ctx context.Context, p Parked) (eventlog.Recorded, error) {
	for e, err := range r.log.Stream(ctx, p.Stream, 0) {
		if err != nil {
			return eventlog.Recorded{}, err
		}
		if e.Position == p.Position {
			return e, nil
		}
	}
	return eventlog.Recorded{}, fmt.Errorf("the log has no event of stream %s at position %d", p.Stream, p.Position)
}
