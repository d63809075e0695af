package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

// Replayed counts the results of ReplayParked.
type Replayed struct {
	Applied int // events that were applied this time
	Failed  int // events that stay parked
}

const parkedDocuments = `
SELECT name, version, key FROM runtime.parked_events WHERE $1 = '' OR name = $1
GROUP BY name, version, key ORDER BY name, version, min(position)`

// document is the document of one key's parked events.
type document struct {
	target
	key string
}

// ReplayParked retries the parked events of a projector (of all, with an empty name): those of a document in the
// log's order, up to the first that fails again. It skips versions that the runner does not have. It may run beside
// the projector.
func (r *Runner) ReplayParked(ctx context.Context, name string) (Replayed, error) {
	var done Replayed
	rows, err := r.pool.Query(ctx, parkedDocuments, name)
	if err != nil {
		return done, fmt.Errorf("list parked documents: %w", err)
	}
	var documents []document
	var projector, key string
	var version int
	if _, err := pgx.ForEachRow(rows, []any{&projector, &version, &key}, func() error {
		if t, ok := r.given(projector, version); ok {
			documents = append(documents, document{t, key})
		}
		return nil
	}); err != nil {
		return done, fmt.Errorf("list parked documents: %w", err)
	}
	for _, d := range documents {
		if err := r.replayDocument(ctx, d, &done); err != nil {
			return done, fmt.Errorf("replay %s of %s: %w", d.key, d.target, err)
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

const parkedOf = `
SELECT position, event_id, count(*) OVER () FROM runtime.parked_events
WHERE name = $1 AND version = $2 AND key = $3 ORDER BY position LIMIT 1`

// replayDocument replays the document's parked events one by one; later events are parked behind them meanwhile.
func (r *Runner) replayDocument(ctx context.Context, d document, done *Replayed) error {
	for {
		var position int64
		var id eventlog.EventID
		var left int
		err := r.pool.QueryRow(ctx, parkedOf, d.Name, d.Version, d.key).Scan(&position, &id, &left)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		e, err := r.log.Event(ctx, eventlog.Position(position))
		if err != nil {
			return err
		}
		if e.ID != id {
			return d.lostTail(fmt.Sprintf("at %d it parked event %s, but the log holds %s", position, id, e.ID))
		}
		reason := r.reapply(ctx, d.target, e)
		if reason == nil {
			done.Applied++
			continue
		}
		if transient(reason) {
			return reason
		}
		done.Failed += left
		q := &pgx.Batch{}
		q.Queue(triedAgain, d.Name, d.Version, position, errorText(reason))
		return r.pool.SendBatch(ctx, q).Close()
	}
}

const (
	triedAgain = `
UPDATE runtime.parked_events SET error = $4, attempts = attempts + 1 WHERE name = $1 AND version = $2 AND position = $3`
	unpark = `DELETE FROM runtime.parked_events WHERE name = $1 AND version = $2 AND position = $3`
)

// reapply applies one parked event under the checkpoint's lock and deletes its row, or returns the failure.
func (r *Runner) reapply(ctx context.Context, t target, e eventlog.Recorded) error {
	payload, err := r.codec.Decode(e.Type, e.Data)
	if err != nil {
		return err
	}
	// The event is judged by those before it, and is remembered by those after it.
	r.memories.drop(t)
	memory, err := r.remember(ctx, t, e.Position-1, true)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		c, err := t.lock(ctx, tx, idleHold)
		if err != nil {
			return err
		}
		events, err := r.opened(ctx, []Event{{Recorded: e, Payload: payload}})
		if err != nil {
			return err
		}
		q := &pgx.Batch{}
		if err := handle(ctx, t, tx, events, q, memory); err != nil {
			return err
		}
		q.Queue(unpark, t.Name, t.Version, int64(e.Position))
		if c.serving {
			t.announce(q, c.position)
		}
		return tx.SendBatch(ctx, q).Close()
	})
}
