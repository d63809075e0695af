package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pause"
)

const (
	// firstFrom is how long a log is from which read models that have nothing are built in one pass.
	firstFrom = 100_000
	// firstBytes is the size of the events that each of them applies before it writes: less than a rebuild, because a program that serves
	// has its memory for other things too.
	firstBytes = 1 << 20
	// firstKeys is the share of the events that the filter of known keys has room for.
	firstKeys = 4
	// firstLock keeps two processes from building the same read models. It is no name of one.
	firstLock = "the first build"
)

// empty are the serving read models that have nothing while the log is long, and the end of the log. Following, each would read and
// decode all of it for itself, and write into tables with indexes.
func (r *Runner) empty(ctx context.Context) (targets []target, head eventlog.Position, err error) {
	if r.opts.Scope != "" {
		return nil, 0, nil // a log of hits has one read model, which is made for long runs
	}
	log, err := r.identify(ctx)
	if err != nil || !eventlog.Dense(log.engine) {
		return nil, 0, err
	}
	if head, err = r.log.Head(ctx); err != nil || head < r.opts.FirstFrom {
		return nil, head, err
	}
	for _, name := range r.Names() {
		p, err := r.newest(name)
		if err != nil {
			return nil, head, err
		}
		c, err := target{Projector: p}.read(ctx, r.pool)
		if err != nil {
			return nil, head, fmt.Errorf("read checkpoint of %s: %w", name, err)
		}
		if c.serving && c.position == 0 && c.halted == "" {
			targets = append(targets, target{Projector: p, slot: slotRebuild})
		}
	}
	return targets, head, nil
}

// fillFirst builds the serving read models that have nothing, unless another process does it meanwhile. What cannot be built is followed
// from the beginning of the log instead: only there an event that cannot be applied is parked.
func (r *Runner) fillFirst(ctx context.Context) {
	for {
		err := r.firstBuild(ctx)
		switch {
		case err == nil || ctx.Err() != nil:
			return
		case !errors.Is(err, ErrBusy):
			r.logger.WarnContext(ctx, "the read models are not built in one pass, and follow the log from its beginning", "error", err)
			return
		}
		if !pause.For(ctx, r.opts.LeasePoll) {
			return
		}
	}
}

func (r *Runner) firstBuild(ctx context.Context) error {
	ctx, held, err := r.exclusive(ctx, firstLock)
	if err != nil {
		return err
	}
	defer held.release()
	targets, head, err := r.empty(ctx)
	if err != nil || len(targets) == 0 {
		return err
	}
	defer r.pool.Reset() // a connection keeps the parameters of the largest batches that it sent
	return r.built(ctx, targets, head, effort{bytes: min(firstBytes, r.opts.BuildBytes), keys: int(min(head, maxKnown) / firstKeys)}, nil, func(ctx context.Context, builds []*build) error {
		for _, b := range builds {
			if err := b.replace(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
