package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pause"
)

// Prebuild builds the versions of this program that do not serve yet, while other processes run, until each has
// reached the log's head, and names them. The serving version does not change: a process of this program that starts
// later has little to catch up before it makes the new version serve.
func (r *Runner) Prebuild(ctx context.Context) ([]string, error) {
	var built []string
	var running sync.WaitGroup
	failed := make(chan error, len(r.projectors))
	ctx, end := context.WithCancel(ctx)
	defer end()
	for _, p := range r.projectors {
		t := target{Projector: p}
		serves, err := r.serves(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("prebuild %s: %w", t, err)
		}
		if serves {
			continue
		}
		if err := r.retryTransient(ctx, func() error { return r.prepare(ctx, p) }); err != nil {
			return nil, err
		}
		built = append(built, t.String())
		s := &source{Runner: r, target: t, intake: r.intakeOf(p), ahead: true, retry: newRetry()}
		building, done := context.WithCancel(ctx)
		running.Go(func() {
			for pause.For(building, r.opts.LeasePoll) { // a process that runs the version may be faster
				if serves, err := r.serves(building, t); err == nil && serves {
					done()
				}
			}
		})
		running.Go(func() {
			defer done()
			if err := s.run(building); err != nil {
				failed <- fmt.Errorf("prebuild %s: %w", t, err)
				end()
			}
		})
	}
	running.Wait()
	select {
	case err := <-failed:
		return nil, err
	default:
		return built, ctx.Err()
	}
}

func (r *Runner) serves(ctx context.Context, t target) (bool, error) {
	c, err := t.read(ctx, r.pool)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return c.serving, err
}
