package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
)

// build fills a scratch target from the log's beginning. It is strict: an event of a type that the program does not
// know stops it, for then the program is older than the log, and so does one that cannot be applied.
type build struct {
	*Runner
	target
	intake intake
	at     eventlog.Position // up to which the tables hold everything

	// Of the first, long stretch: what is folded and not written yet.
	known  *rows.Known
	fold   *fold
	size   int // of its events, in bytes
	last   mark
	newest []Event // the last one, if there is one
}

// begin makes an empty scratch target, in place of what an interrupted build may have left.
func (r *Runner) begin(ctx context.Context, t target) (*build, error) {
	log, err := r.identify(ctx)
	if err != nil {
		return nil, fmt.Errorf("begin build of %s: %w", t.schema(), err)
	}
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if err := t.discard(ctx, tx); err != nil {
			return err
		}
		return t.create(ctx, tx, log)
	})
	if err != nil {
		return nil, fmt.Errorf("begin build of %s: %w", t.schema(), err)
	}
	return &build{Runner: r, target: t, intake: r.intakeOf(t.Projector)}, nil
}

// upTo applies the log up to exactly a position, which the log has reached.
func (b *build) upTo(ctx context.Context, limit eventlog.Position) error {
	if b.at >= limit {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for batch, err := range b.log.Follow(ctx, b.at, b.filter()) {
		if err != nil {
			return fmt.Errorf("build %s: read the log after %d: %w", b.schema(), b.at, err)
		}
		w, err := b.strict(batch, limit)
		if err != nil {
			return fmt.Errorf("build %s: %w", b.schema(), err)
		}
		if w.upTo <= b.at {
			continue
		}
		if _, err := b.apply(ctx, b.target, b.at, w); err != nil {
			return fmt.Errorf("build %s: %w", b.schema(), b.oneOf(ctx, w, err))
		}
		if b.at = w.upTo; b.at >= limit {
			return nil
		}
	}
	return ctx.Err()
}

// strict cuts a batch off at limit and decodes what the projector wants of it.
func (b *build) strict(batch eventlog.Batch, limit eventlog.Position) (run, error) {
	batch.UpTo = min(batch.UpTo, limit)
	for i, e := range batch.Events {
		if e.Position > limit {
			batch.Events = batch.Events[:i]
			break
		}
	}
	w, err := b.Runner.take(b.target, b.intake, batch)
	if err == nil && w.bad != nil {
		err = w.bad
	}
	return w, err
}

// culprit finds the event behind the failure of a long stretch, so that the error names it: from where the tables stand
// the log is applied again in short runs.
func (b *build) culprit(ctx context.Context, upTo eventlog.Position, failure error) error {
	var named *EventError
	if transient(failure) || errors.As(failure, &named) {
		return failure
	}
	if err := b.upTo(ctx, upTo); err != nil {
		return err
	}
	return failure
}

// oneOf finds the event behind a run's failure.
func (b *build) oneOf(ctx context.Context, w run, failure error) error {
	if transient(failure) {
		return failure
	}
	at := b.at
	for i, e := range w.events {
		c, err := b.apply(ctx, b.target, at, run{events: w.events[i : i+1], upTo: e.Position})
		if err != nil {
			return b.eventError(e.Recorded, err)
		}
		at = c.position
	}
	return failure
}
