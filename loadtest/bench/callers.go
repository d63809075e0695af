package main

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

// span is how long callers call. A run that is not quick warms the server up before (settle).
func (g *ground) span(ctx context.Context) (time.Duration, error) {
	if g.quick() {
		return 400 * time.Millisecond, nil
	}
	return 10 * time.Second, g.settle(ctx)
}

// callFor calls with several callers, numbered from 0, for some time, and returns how long each call took.
func callFor(ctx context.Context, callers int, span time.Duration, call func(ctx context.Context, caller int) error) ([]time.Duration, error) {
	until := time.Now().Add(span)
	took := make([][]time.Duration, callers)
	work, ctx := errgroup.WithContext(ctx)
	for c := range callers {
		work.Go(func() error {
			for begin := time.Now(); begin.Before(until); begin = time.Now() {
				if err := call(ctx, c); err != nil {
					return err
				}
				took[c] = append(took[c], time.Since(begin))
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(took...), nil
}
