// Package lead keeps a work in one process of a site.
package lead

import (
	"context"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

// Take blocks until this process leads a name, or the context ends. The returned context ends when the lead is lost;
// release gives it up.
type Take func(ctx context.Context, name string) (leading context.Context, release func(), err error)

// Keep does a work whenever this process leads its name, until the context ends. The lead is given up when the work
// returns, which reports its own errors; after an error it pauses.
func Keep(ctx context.Context, take Take, name string, again time.Duration, work func(leading context.Context) error) {
	for ctx.Err() == nil {
		leading, release, err := take(ctx, name)
		if err == nil {
			err = work(leading)
			release()
		}
		if err != nil {
			pause.For(ctx, again)
		}
	}
}
