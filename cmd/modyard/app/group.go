package app

import (
	"context"
	"errors"
	"sync"
)

// group runs parts of a program side by side: the first that fails ends them all.
type group struct {
	ctx    context.Context
	cancel context.CancelFunc
	wait   sync.WaitGroup
	mu     sync.Mutex
	errs   []error
}

func newGroup(ctx context.Context) *group {
	ctx, cancel := context.WithCancel(ctx)
	return &group{ctx: ctx, cancel: cancel}
}

func (g *group) run(f func(context.Context) error) {
	g.wait.Go(func() {
		if err := f(g.ctx); err != nil {
			g.mu.Lock()
			g.errs = append(g.errs, err)
			g.mu.Unlock()
			g.cancel()
		}
	})
}

// stop ends all parts, waits for them and tells what went wrong.
func (g *group) stop() error {
	g.cancel()
	g.wait.Wait()
	return errors.Join(g.errs...)
}
