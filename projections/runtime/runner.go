package runtime

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// Run keeps the read models up to date until the context ends, and then returns nil. It returns an error at once
// where a read model belongs to another log (ErrEngine, ErrOtherLog) or has another definition (ErrDefinition),
// cannot be created, or where the log contains events of a type that the program does not know (ErrUnknownType). It
// may be called once.
func (r *Runner) Run(ctx context.Context) error {
	leave, err := r.enter(ctx)
	if err == nil {
		defer leave()
		err = r.prepareAll(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	close(r.prepared)
	ctx, end := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer end()
	running.Go(func() { r.watch(ctx) })
	running.Go(func() { r.beat(ctx) })
	running.Go(func() { r.notifyLoop(ctx) })
	failed := make(chan error, len(r.projectors))
	first, _, err := r.empty(ctx)
	if err != nil {
		r.logger.WarnContext(ctx, "the read models that have nothing are not known, and follow the log from its beginning", "error", err)
	}
	filled := make(chan struct{})
	running.Go(func() {
		defer close(filled)
		if len(first) > 0 {
			r.fillFirst(ctx)
		}
	})
	for _, p := range r.projectors {
		s := &source{Runner: r, target: target{Projector: p}, intake: r.intakeOf(p), retry: newRetry()}
		waits := slices.ContainsFunc(first, func(t target) bool { return t.Name == p.Name })
		running.Go(func() {
			if waits {
				r.progress.leads(s.target.String(), false)
				<-filled
			}
			if err := s.run(ctx); err != nil {
				failed <- fmt.Errorf("run projectors: %w", err)
			}
		})
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-failed:
		return err
	}
}

// Prepared is closed once Run has verified that every read model belongs to the log in use. Background writers wait
// for it: otherwise they would append to a log that is rejected a moment later.
func (r *Runner) Prepared() <-chan struct{} { return r.prepared }

// prepareAll creates missing schemas and tables; it waits until the database is available.
func (r *Runner) prepareAll(ctx context.Context) error {
	for _, p := range r.projectors {
		if err := r.retryTransient(ctx, func() error { return r.prepare(ctx, p) }); err != nil {
			return err
		}
	}
	return nil
}

// retryTransient repeats a step that fails for a transient reason.
func (r *Runner) retryTransient(ctx context.Context, try func() error) error {
	retry := newRetry()
	for {
		err := try()
		if err == nil || !transient(err) {
			return err
		}
		r.logger.WarnContext(ctx, "the read models cannot be prepared yet", "error", err)
		if !retry.wait(ctx, err) {
			return err
		}
	}
}
