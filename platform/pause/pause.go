// Package pause waits for a time that the end of a context ends early.
package pause

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Doubling are the pauses between attempts: the first one, then each twice as long as the one before, up to the longest.
func Doubling(first, longest time.Duration) *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: longest, Multiplier: 2}
}

// For waits for a duration, and returns false if the context ended first.
func For(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
