package runtime

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/watermark"
	"github.com/modyard/modyard/projections/rows"
)

// run is a range of the log that one transaction applies: its events and its end position.
type run struct {
	events []Event
	bytes  int               // of the stored events
	first  eventlog.Position // of the first event of the projector's categories; 0 for none
	last   mark              // the last one, or another event near upTo; zero leaves the checkpoint's
	upTo   eventlog.Position
	live   bool
	bad    *EventError
}

func (t target) eventError(e eventlog.Recorded, err error) *EventError {
	return &EventError{Projector: t.String(), Position: e.Position, Type: e.Type, Stream: e.Stream, Err: err}
}

// apply commits a run's rows and the checkpoint together. from is the caller's checkpoint; the error is errMoved
// where the stored one differs.
func (r *Runner) apply(ctx context.Context, t target, from eventlog.Position, w run) (checkpoint, error) {
	var c checkpoint
	behind := 0
	if w.bad != nil {
		return c, w.bad
	}
	opened, err := r.opened(ctx, w.events)
	if err != nil {
		return c, fmt.Errorf("apply %s up to %d: %w", t, w.upTo, err)
	}
	memory, err := r.remember(ctx, t, from, len(opened) > 0)
	if err != nil {
		return c, err
	}
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) (err error) {
		if c, err = t.lock(ctx, tx, idleBatch); err != nil {
			return err
		}
		if err := t.fence(c, from); err != nil {
			return err
		}
		q := &pgx.Batch{}
		events := opened
		if c.parked {
			if events, behind, err = t.holdBack(ctx, tx, q, events); err != nil {
				return err
			}
		}
		if err := handle(ctx, t, tx, events, q, memory); err != nil {
			return err
		}
		t.move(q, w)
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return c, fmt.Errorf("apply %s up to %d: %w", t, w.upTo, err)
	}
	c.position = w.upTo
	if memory != nil {
		r.memories.keep(t, c.position, memory)
	}
	r.metrics.parkedTotal.WithLabelValues(t.String()).Add(float64(behind))
	return c, nil
}

// handle runs the projector's handlers over the events and leaves statements on q.
func handle(ctx context.Context, t target, tx pgx.Tx, events []Event, q *pgx.Batch, memory any) (err error) {
	if len(events) == 0 {
		return nil
	}
	f := newFold(t, rows.New(), memory)
	if s, ok := f.batch.(Spiller); ok {
		f.spiller = s
		defer func() {
			if failed := s.Settle(); err == nil {
				err = failed
			}
		}()
	}
	if err := f.add(ctx, tx, events); err != nil {
		return err
	}
	return f.flush(ctx, tx, q)
}

// fold is a batch that is being applied. A panic of a handler counts as an error.
type fold struct {
	target
	set     *rows.Set
	batch   any
	spiller Spiller // nil: all is written by flush
}

func newFold(t target, set *rows.Set, memory any) *fold {
	f := &fold{target: t, set: set, batch: t.Handlers.begin(set)}
	if b, ok := f.batch.(Rememberer); ok {
		b.Remember(memory)
	}
	return f
}

// changes is the number of row changes that are not written yet.
func (f *fold) changes() int {
	n := f.set.Len()
	if c, ok := f.batch.(Counter); ok {
		n += c.Changes()
	}
	return n
}

func (f *fold) add(ctx context.Context, tx pgx.Tx, events []Event) (err error) {
	defer recovered(&err)
	if l, ok := f.batch.(Loader); ok {
		if err := l.Load(ctx, tx, events); err != nil {
			return fmt.Errorf("load: %w", err)
		}
	}
	for _, e := range events {
		if err := f.Handlers.apply(f.batch, e); err != nil {
			return f.eventError(e.Recorded, err)
		}
		if f.spiller == nil {
			continue
		}
		if err := f.spiller.Spill(ctx, tx); err != nil {
			return fmt.Errorf("spill: %w", err)
		}
	}
	return nil
}

func (f *fold) flush(ctx context.Context, tx pgx.Tx, q *pgx.Batch) (err error) {
	defer recovered(&err)
	if l, ok := f.batch.(Flusher); ok {
		if err := l.Flush(ctx, tx); err != nil {
			return fmt.Errorf("flush: %w", err)
		}
	}
	if err := f.set.Flush(ctx, tx, q); err != nil {
		return fmt.Errorf("flush: %w", err)
	}
	return nil
}

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("handler panicked: %v", p)
	}
}

// announce queues the watermark for other processes; it is sent with the commit. It is for rare changes, also in a
// process that runs no projectors: see notifier.
func (t target) announce(q *pgx.Batch, at eventlog.Position) {
	q.Queue(`SELECT pg_notify($1, $2)`, watermark.Channel, watermark.Payload(t.Name, uint64(at)))
}
