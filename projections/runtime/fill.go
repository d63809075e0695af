package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
)

// A build reads the log in stretches, and folds many of them before it writes: the larger a batch, the fewer documents
// are rendered and written more than once.
const (
	stretchBytes = 8 << 20  // of events, decoded while those before are folded
	batchBytes   = 64 << 20 // of the events that a read model takes; folded, they need some times as much memory
	batchRows    = 200_000  // an event may change many
)

// stretch is a part of the log for every build.
type stretch struct {
	runs []run // in the order of the builds
	upTo eventlog.Position
	err  error
}

// fill brings empty scratch targets to a position with one pass of the log.
func (r *Runner) fill(ctx context.Context, builds []*build, limit eventlog.Position) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, b := range builds {
		b.known = rows.NewKnown(int(min(limit, maxKnown)))
	}
	if limit == 0 {
		return finished(ctx, builds)
	}
	for s := range r.stretches(ctx, builds, limit) {
		if s.err != nil {
			return s.err
		}
		err := together(builds, func(i int, b *build) error { return b.take(ctx, s.runs[i], s.upTo >= limit) })
		if err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return finished(ctx, builds)
}

func finished(ctx context.Context, builds []*build) error {
	return together(builds, func(_ int, b *build) error {
		if err := pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error { return b.finish(ctx, tx) }); err != nil {
			return fmt.Errorf("build %s: %w", b.schema(), err)
		}
		return nil
	})
}

// maxKnown bounds the memory for the keys of a build to 64 MiB; of a larger log more keys are looked up.
const maxKnown = 32 << 20

// together does something for all builds at once.
func together(builds []*build, do func(i int, b *build) error) error {
	errs := make([]error, len(builds))
	var all sync.WaitGroup
	for i, b := range builds {
		all.Go(func() { errs[i] = do(i, b) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// stretches reads and decodes the log ahead of those who fold it. The last stretch ends at the limit.
func (r *Runner) stretches(ctx context.Context, builds []*build, limit eventlog.Position) <-chan stretch {
	out := make(chan stretch, 1)
	go func() {
		defer close(out)
		next := stretch{runs: make([]run, len(builds))}
		bytes := 0
		for batch, err := range r.log.Follow(ctx, 0, filterOf(builds)) {
			if err == nil {
				next.upTo = min(batch.UpTo, limit)
				bytes, err = bytes+r.part(builds, &next, batch, limit), next.err
			}
			if err != nil {
				next.err = fmt.Errorf("build read models: %w", err)
			}
			if next.err == nil && bytes < min(stretchBytes, r.opts.BuildBytes) && next.upTo < limit {
				continue
			}
			select {
			case out <- next:
			case <-ctx.Done():
				return
			}
			if next.err != nil || next.upTo >= limit {
				return
			}
			next, bytes = stretch{runs: make([]run, len(builds))}, 0
		}
	}()
	return out
}

// filterOf passes what any of the builds reads.
func filterOf(builds []*build) eventlog.Filter {
	var f eventlog.Filter
	for _, b := range builds {
		if len(b.Categories) == 0 {
			return eventlog.Filter{}
		}
		f.Categories = append(f.Categories, b.Categories...)
	}
	slices.Sort(f.Categories)
	f.Categories = slices.Compact(f.Categories)
	return f
}

// part gives each build what it takes of a batch. An event is decoded once; an event that does not decode, or of an unknown
// type, ends the pass.
func (r *Runner) part(builds []*build, s *stretch, batch eventlog.Batch, limit eventlog.Position) (bytes int) {
	for _, e := range batch.Events {
		if e.Position > limit {
			break
		}
		category, payload := eventlog.Category(e.Stream), any(nil)
		for i, b := range builds {
			if len(b.Categories) > 0 && !slices.Contains(b.Categories, category) {
				continue
			}
			handled, known := b.intake[e.Type]
			if !known {
				s.err = b.eventError(e, ErrUnknownType)
				return bytes
			}
			s.runs[i].last = markOf(e)
			if !handled {
				continue
			}
			if payload == nil {
				var err error
				if payload, err = r.codec.Decode(e.Type, e.Data); err != nil {
					s.err = b.eventError(e, err)
					return bytes
				}
				bytes += len(e.Data)
			}
			s.runs[i].events = append(s.runs[i].events, Event{Recorded: e, Payload: payload})
		}
	}
	for i := range s.runs {
		s.runs[i].upTo = s.upTo
	}
	return bytes
}

// take folds a stretch, and writes what was folded where that is much, or all.
func (b *build) take(ctx context.Context, w run, all bool) error {
	opened, err := b.opened(ctx, w.events)
	if err != nil {
		return fmt.Errorf("build %s up to %d: %w", b.schema(), w.upTo, err)
	}
	for _, e := range opened {
		b.size += len(e.Data)
	}
	if w.last.position > 0 {
		b.last = w.last
	}
	if n := len(opened); n > 0 {
		b.newest = opened[n-1:]
	}
	full := b.size >= b.opts.BuildBytes
	err = pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		if _, err := b.lock(ctx, tx, idleHold); err != nil {
			return err
		}
		if b.fold == nil {
			b.fold = newFold(b.target, rows.NewBuild(b.known))
		}
		if err := b.fold.add(ctx, tx, opened); err != nil {
			return err
		}
		if full = full || all || b.fold.set.Len() >= batchRows; !full {
			return nil
		}
		q := &pgx.Batch{}
		if err := b.fold.flush(ctx, tx, q); err != nil {
			return err
		}
		b.move(q, run{events: b.newest, last: b.last, upTo: w.upTo})
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return fmt.Errorf("build %s: %w", b.schema(), b.culprit(ctx, w.upTo, err))
	}
	if full {
		b.fold, b.size, b.at = nil, 0, w.upTo
	}
	return nil
}
