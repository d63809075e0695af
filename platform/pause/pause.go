// Package pause waits for a time that the end of a context ends early.
package pause

import (
	"context"
	"time"
)

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
