package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/platform/watermark"
)

// run is a stretch of the log that one transaction applies: its events and the position it leads to.
type run struct {
	events []Event
	upTo   eventlog.Position
	live   bool
	notify bool // tell other processes of the new position
	bad    *EventError
}

// deliverFunc hands one event to the handler: through the router when the projector runs, directly in a rebuild.
type deliverFunc func(ctx context.Context, h Handler, e Event, q *pgx.Batch) error

// wanted lists the names under which the log may hold the events that a projector asks for: those it names
// and the older versions that are read as them. Empty means all.
func (r *Runner) wanted(p Projector) []string {
	if len(p.Types) == 0 {
		return nil
	}
	names := slices.Clone(p.Types)
	for _, name := range r.codec.Types() {
		if newest := r.codec.Newest(name); newest != name && slices.Contains(p.Types, newest) {
			names = append(names, name)
		}
	}
	return names
}

// decode turns a batch into a run. An event of a type that the program does not know is passed over; one
// whose bytes do not decode stays in the run, which then carries the first such error as bad.
func (r *Runner) decode(t target, b eventlog.Batch) run {
	out := run{upTo: b.UpTo, live: b.Live, events: make([]Event, 0, len(b.Events))}
	for _, e := range b.Events {
		payload, err := r.codec.Decode(e.Type, e.Data)
		if errors.Is(err, codec.ErrUnknownType) {
			r.metrics.skipped.WithLabelValues(t.String()).Inc()
			continue
		}
		if err != nil && out.bad == nil {
			out.bad = t.eventError(e, err)
		}
		out.events = append(out.events, Event{Recorded: e, Payload: payload})
	}
	return out
}

func (t target) eventError(e eventlog.Recorded, err error) *EventError {
	return &EventError{Projector: t.String(), Position: e.Position, Type: e.Type, Stream: e.Stream, Err: err}
}

// apply commits a run's rows and the checkpoint together, or neither. from is where the caller
// believes the checkpoint stands; errMoved says that it does not.
func (r *Runner) apply(ctx context.Context, t target, from eventlog.Position, w run, deliver deliverFunc) (checkpoint, error) {
	var c checkpoint
	if w.bad != nil {
		return c, w.bad
	}
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) (err error) {
		if c, err = t.lock(ctx, tx, idleBatch); err != nil {
			return err
		}
		if err := t.fence(c, from); err != nil {
			return err
		}
		q := &pgx.Batch{}
		if err := handle(ctx, t, tx, w.events, q, deliver); err != nil {
			return err
		}
		var recorded time.Time
		if n := len(w.events); n > 0 {
			recorded = w.events[n-1].RecordedAt
		}
		t.move(q, w.upTo, recorded)
		if w.notify && c.serving && t.slot == "" {
			t.announce(q, w.upTo)
		}
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return c, fmt.Errorf("apply %s up to %d: %w", t, w.upTo, err)
	}
	c.position = w.upTo
	return c, nil
}

// handle runs the projector's handler over the events and leaves its statements on q.
func handle(ctx context.Context, t target, tx pgx.Tx, events []Event, q *pgx.Batch, deliver deliverFunc) (err error) {
	if len(events) == 0 {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("handler panicked: %v", p)
		}
	}()
	h := t.New()
	if err := h.Load(ctx, tx, events); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	for _, e := range events {
		if err := deliver(ctx, h, e, q); err != nil {
			return t.eventError(e.Recorded, err)
		}
	}
	if err := h.Flush(ctx, tx, q); err != nil {
		return fmt.Errorf("flush: %w", err)
	}
	return nil
}

// direct hands an event to its handler without the router.
func direct(ctx context.Context, h Handler, e Event, q *pgx.Batch) error { return h.Apply(ctx, e, q) }

// announce queues the watermark for other processes; it leaves with the commit.
func (t target) announce(q *pgx.Batch, at eventlog.Position) {
	q.Queue(`SELECT pg_notify($1, $2)`, watermark.Channel, watermark.Payload(t.Name, uint64(at)))
}
