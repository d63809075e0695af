package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
)

// build fills a scratch target from the beginning of the log. It is strict: it stops at an event of an unknown type,
// because then the program is older than the log, and at an event that cannot be applied.
type build struct {
	*Runner
	target
	intake intake
	at     eventlog.Position // the tables contain everything up to here

	effort effort
	// During the first, long range: events that are applied in memory but not written yet.
	known  *rows.Known
	fold   *fold
	memory any // of the fold
	size   int // size of its events, in bytes
	last   mark
	newest []Event // the last one, if there is one
}

// begin makes an empty scratch target and replaces that of an interrupted build.
func (r *Runner) begin(ctx context.Context, t target) (*build, error) {
	log, err := r.identify(ctx)
	if err != nil {
		return nil, fmt.Errorf("begin build of %s: %w", t.schema(), err)
	}
	if err := r.kept(ctx, 0); err != nil {
		return nil, fmt.Errorf("begin build of %s: %w, and the archive is not read", t.schema(), err)
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
	for batch, err := range b.log.Read(ctx, b.at, limit, b.filter()) {
		if err != nil {
			return fmt.Errorf("build %s: read the log after %d: %w", b.schema(), b.at, err)
		}
		w, err := b.Runner.take(b.target, b.intake, batch)
		if err == nil && w.bad != nil {
			err = w.bad
		}
		if err != nil {
			return fmt.Errorf("build %s: %w", b.schema(), err)
		}
		if _, err := b.apply(ctx, b.target, b.at, w); err != nil {
			return fmt.Errorf("build %s: %w", b.schema(), b.oneOf(ctx, w, err))
		}
		b.at = w.upTo
	}
	return nil
}

// culprit finds the event that made a long range fail, so that the error names it: it applies the log again in short
// runs from the tables' position.
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

// oneOf finds the event that made a run fail.
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
