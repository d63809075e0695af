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
	switch {
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
