package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const parkEvent = `
INSERT INTO runtime.parked_events (name, version, position, event_id, type, stream, error)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (name, version, position) DO UPDATE SET error = excluded.error, attempts = parked_events.attempts + 1`

// maxErrorText bounds what a parked event keeps of its reason, in bytes.
const maxErrorText = 4000

// oneByOne replays a run that failed, each event in a transaction of its own, and parks those that fail
// again together with the checkpoint's step past them. It returns the checkpoint that it reached.
func (r *Runner) oneByOne(ctx context.Context, t target, from eventlog.Position, w run, deliver deliverFunc) (checkpoint, error) {
	var c checkpoint
	for i, e := range w.events {
		single := run{events: w.events[i : i+1], upTo: e.Position}
		if e.Payload == nil {
			_, err := r.codec.Decode(e.Type, e.Data)
			single.bad = t.eventError(e.Recorded, err)
		}
		next, err := r.apply(ctx, t, from, single, deliver)
		if err != nil && !transient(err) {
			next, err = r.park(ctx, t, from, e, err)
		}
		if err != nil {
			return next, err
		}
		c, from = next, e.Position
	}
	if from == w.upTo && !w.notify {
		return c, nil
	}
	return r.apply(ctx, t, from, run{upTo: w.upTo, live: w.live, notify: w.notify}, deliver)
}

// park puts an event aside and moves the checkpoint past it, in one transaction.
func (r *Runner) park(ctx context.Context, t target, from eventlog.Position, e Event, reason error) (checkpoint, error) {
	var c checkpoint
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) (err error) {
		if c, err = t.lock(ctx, tx, idleBatch); err != nil {
			return err
		}
		if err := t.fence(c, from); err != nil {
			return err
		}
		q := &pgx.Batch{}
		queueParked(q, t, e.Recorded, reason)
		t.move(q, e.Position, e.RecordedAt)
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return c, fmt.Errorf("park event %d of %s: %w", e.Position, t, err)
	}
	r.metrics.parkedTotal.WithLabelValues(t.String()).Inc()
	r.logger.ErrorContext(ctx, "event parked", "projector", t.String(), "position", e.Position,
		"type", e.Type, "stream", e.Stream, "error", reason)
	c.position = e.Position
	return c, nil
}

func queueParked(q *pgx.Batch, t target, e eventlog.Recorded, reason error) {
	var named *EventError
	if errors.As(reason, &named) {
		reason = named.Err
	}
	text := []rune(reason.Error())
	if len(text) > maxErrorText {
		text = text[:maxErrorText]
	}
	q.Queue(parkEvent, t.Name, t.Version, int64(e.Position), e.ID, e.Type, e.Stream, string(text))
}

// Parked is an event that a read model could not take.
type Parked struct {
	Name     string
	Version  int
	Position eventlog.Position
	Type     string
	Stream   string
	Error    string
	Attempts int
	ParkedAt time.Time
}

const listParked = `
SELECT name, version, position, type, stream, error, attempts, parked_at FROM runtime.parked_events
WHERE $1 = '' OR name = $1 ORDER BY name, version, position`

// Parked lists the parked events of a projector, of all with an empty name, in log order.
func (r *Runner) Parked(ctx context.Context, name string) ([]Parked, error) {
	rows, err := r.pool.Query(ctx, listParked, name)
	if err != nil {
		return nil, fmt.Errorf("list parked events: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Parked, err error) {
		var position int64
		err = row.Scan(&p.Name, &p.Version, &position, &p.Type, &p.Stream, &p.Error, &p.Attempts, &p.ParkedAt)
		p.Position = eventlog.Position(position)
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("list parked events: %w", err)
	}
	return list, nil
}
