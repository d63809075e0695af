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
INSERT INTO runtime.parked_events (name, version, position, event_id, type, stream, key, error, attempts)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (name, version, position) DO UPDATE SET error = excluded.error, attempts = parked_events.attempts + 1`

// maxErrorText is the maximum length of a parked event's reason, in characters.
const maxErrorText = 4000

// apart applies a failed run in halves, down to the events that fail: those are parked in the transaction that moves
// the checkpoint past them, and later events of the same documents are parked behind them. It returns the reached
// checkpoint.
func (r *Runner) apart(ctx context.Context, t target, from eventlog.Position, w run) (c checkpoint, err error) {
	rest := run{last: w.last, upTo: w.upTo, live: w.live}
	for len(w.events) > 0 {
		half := w.events[:(len(w.events)+1)/2]
		w.events = w.events[len(half):]
		newest := half[len(half)-1].Recorded
		some := run{events: half, last: markOf(newest), upTo: newest.Position, bad: r.undecoded(t, half)}
		c, err = r.apply(ctx, t, from, some)
		switch {
		case err == nil:
		case transient(err):
			return c, err
		case len(half) > 1:
			c, err = r.apart(ctx, t, from, some)
		default:
			c, err = r.park(ctx, t, from, half[0], err)
		}
		if err != nil {
			return c, err
		}
		from = newest.Position
	}
	if from == rest.upTo {
		return c, nil
	}
	return r.apply(ctx, t, from, rest)
}

// undecoded is the error of the first undecodable event.
func (r *Runner) undecoded(t target, events []Event) *EventError {
	for _, e := range events {
		if e.Payload == nil {
			_, err := r.codec.Decode(e.Type, e.Data)
			return t.eventError(e.Recorded, err)
		}
	}
	return nil
}

// park parks an event and moves the checkpoint past it, in one transaction.
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
		t.queueParked(q, e, reason, 1)
		t.move(q, run{events: []Event{e}, last: markOf(e.Recorded), upTo: e.Position})
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

// queueParked queues the row of a parked event; attempts is the number of attempts so far.
func (t target) queueParked(q *pgx.Batch, e Event, reason error, attempts int) {
	q.Queue(parkEvent, t.Name, t.Version, int64(e.Position), e.ID, e.Type, e.Stream, t.key(e), errorText(reason), attempts)
}

func errorText(reason error) string {
	var named *EventError
	if errors.As(reason, &named) {
		reason = named.Err
	}
	text := []rune(reason.Error())
	return string(text[:min(len(text), maxErrorText)])
}

const parkedKeys = `
SELECT key, min(position) FROM runtime.parked_events WHERE name = $1 AND version = $2 AND key = ANY ($3) GROUP BY key`

// holdBack parks the events of documents with parked events, and returns the others, which may be applied.
func (t target) holdBack(ctx context.Context, tx pgx.Tx, q *pgx.Batch, events []Event) (free []Event, behind int, err error) {
	keys := make([]string, len(events))
	for i, e := range events {
		keys[i] = t.key(e)
	}
	rows, err := tx.Query(ctx, parkedKeys, t.Name, t.Version, keys)
	if err != nil {
		return nil, 0, fmt.Errorf("find parked documents of %s: %w", t, err)
	}
	waiting := map[string]int64{}
	var key string
	var first int64
	if _, err := pgx.ForEachRow(rows, []any{&key, &first}, func() error { waiting[key] = first; return nil }); err != nil {
		return nil, 0, fmt.Errorf("find parked documents of %s: %w", t, err)
	}
	for i, e := range events {
		if first, parked := waiting[keys[i]]; parked {
			t.queueParked(q, e, fmt.Errorf("event %d of the same document is parked", first), 0)
			behind++
			continue
		}
		free = append(free, e)
	}
	return free, behind, nil
}

// Parked is an event that a read model could not apply.
type Parked struct {
	Name     string
	Version  int
	Position eventlog.Position
	Type     string
	Stream   string
	Key      string // the document: its events are parked and replayed in order
	Error    string
	Attempts int // 0 for an event parked behind another
	ParkedAt time.Time
}

const listParked = `
SELECT name, version, position, type, stream, key, error, attempts, parked_at FROM runtime.parked_events
WHERE $1 = '' OR name = $1 ORDER BY name, version, position`

// Parked lists the parked events of a projector in log order; of all projectors with an empty name.
func (r *Runner) Parked(ctx context.Context, name string) ([]Parked, error) {
	rows, err := r.pool.Query(ctx, listParked, name)
	if err != nil {
		return nil, fmt.Errorf("list parked events: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Parked, err error) {
		var position int64
		err = row.Scan(&p.Name, &p.Version, &position, &p.Type, &p.Stream, &p.Key, &p.Error, &p.Attempts, &p.ParkedAt)
		p.Position = eventlog.Position(position)
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("list parked events: %w", err)
	}
	return list, nil
}
