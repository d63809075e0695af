package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// identity distinguishes the log in use from every other one.
type identity struct{ engine, generation string }

func (r *Runner) identify(ctx context.Context) (identity, error) {
	generation, err := r.log.Generation(ctx)
	if err != nil {
		return identity{}, fmt.Errorf("identify the log: %w", err)
	}
	return identity{engine: r.log.Engine(), generation: generation}, nil
}

// kept is nil if the log has every event after a position; otherwise it is *eventlog.Truncated. A log together with its
// archive has them all.
func (r *Runner) kept(ctx context.Context, after eventlog.Position) error {
	log, ok := r.log.(eventlog.Truncater)
	if !ok {
		return nil
	}
	first, err := log.First(ctx)
	if err != nil {
		return err
	}
	if after+1 < first {
		return &eventlog.Truncated{First: first}
	}
	return nil
}

// missed adds what an operator can do about a checkpoint whose next events were dropped.
func (t target) missed(c checkpoint, err error) error {
	return fmt.Errorf("%s is at %d: %w; `modyard rebuild %s` reads the archive", t, c.position, err, t.Name)
}

// resumeAt is the position after which the log is read for a checkpoint: that of the last event that was applied, so
// that the events between the two are compared, unless they were dropped.
func (r *Runner) resumeAt(ctx context.Context, c checkpoint) (eventlog.Position, error) {
	var dropped *eventlog.Truncated
	if err := r.kept(ctx, c.last.position); errors.As(err, &dropped) {
		return c.position, r.kept(ctx, c.position)
	} else if err != nil {
		return 0, err
	}
	return c.last.position, nil
}

// recognise compares a checkpoint with the log: its id, its length, and the last event that was read from it.
func (r *Runner) recognise(ctx context.Context, t target, c checkpoint) error {
	log, err := r.identify(ctx)
	if err != nil {
		return err
	}
	if err := t.check(c, log); err != nil {
		return err
	}
	if eventlog.Dense(log.engine) {
		head, err := r.log.Head(ctx)
		if err != nil {
			return err
		}
		if c.position > head {
			return t.lostTail(fmt.Sprintf("it stands at %d, but the log ends at %d", c.position, head))
		}
	}
	if c.last.position == 0 {
		return nil
	}
	e, err := r.log.Event(ctx, c.last.position)
	var missing *eventlog.Missing
	var dropped *eventlog.Truncated
	switch {
	case errors.As(err, &dropped) && c.position+1 >= dropped.First:
		return nil // it was read before it was dropped
	case errors.As(err, &dropped):
		return t.missed(c, err)
	case errors.As(err, &missing):
		return t.lostTail(fmt.Sprintf("event %s at %d is gone", c.last.id, c.last.position))
	case err != nil:
		return err
	case e.ID != c.last.id:
		return t.lostTail(fmt.Sprintf("at %d it applied event %s, but the log holds %s", c.last.position, c.last.id, e.ID))
	}
	return nil
}

func (t target) lostTail(what string) error {
	return fmt.Errorf("%s: %s: %w; restore the log, or run `modyard rebuild %s` to continue with its present events",
		t, what, ErrLostTail, t.Name)
}
