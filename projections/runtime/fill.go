package runtime

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
)

// A build reads the log in ranges and applies many of them in memory before it writes: with larger batches, fewer
// documents are rendered and written more than once.
const (
	stretchBytes = 8 << 20  // of events, decoded while earlier ones are applied
	batchBytes   = 32 << 20 // of the events that a read model handles; applied, they need several times this memory
	batchRows    = 100_000  // one event may change many rows
)

// fill brings empty scratch targets to a position in one pass of the log. The builds run independently, at most a few
// ranges apart: while one waits for the database, another applies events.
func (r *Runner) fill(ctx context.Context, builds []*build, limit eventlog.Position, check *Check) error {
	work, ctx := errgroup.WithContext(ctx)
	runs := make([]chan run, len(builds))
	for i, b := range builds {
		b.known = rows.NewKnown(b.effort.keys)
		runs[i] = make(chan run, 1)
		work.Go(func() error {
			for w := range runs[i] {
				if err := b.take(ctx, w, w.upTo >= limit); err != nil {
					return err
				}
			}
			if b.at < limit { // reading has failed
				return ctx.Err()
			}
			if err := pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error { return b.finish(ctx, tx) }); err != nil {
				return fmt.Errorf("build %s: %w", b.schema(), err)
			}
			return nil
		})
	}
	filter, read := filterOf(builds), func([]eventlog.Recorded) error { return nil }
	var checked chan []eventlog.Recorded
	if check != nil {
		filter, checked = eventlog.Filter{}, make(chan []eventlog.Recorded, checkedAhead)
		work.Go(func() error { return check.run(ctx, checked) })
		read = func(events []eventlog.Recorded) error {
			select {
			case checked <- events:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	work.Go(func() error {
		err := r.readStretches(ctx, builds, limit, filter, read, runs)
		if checked != nil {
			close(checked)
		}
		for _, c := range runs {
			close(c)
		}
		return err
	})
	return work.Wait()
}

// maxKnown limits the memory for the keys of a build to 64 MiB; with a larger log more keys are queried.
const maxKnown = 32 << 20

// readStretches reads and decodes the log ahead of the builds. The last range ends at the limit.
func (r *Runner) readStretches(ctx context.Context, builds []*build, limit eventlog.Position, filter eventlog.Filter,
	read func([]eventlog.Recorded) error, out []chan run) error {
	next, bytes, upTo := make([]run, len(builds)), 0, eventlog.Position(0)
	for batch, err := range r.log.Read(ctx, 0, limit, filter) {
		if err == nil {
			err = read(batch.Events)
		}
		if err != nil {
			return fmt.Errorf("build read models: %w", err)
		}
		upTo = batch.UpTo
		n, err := r.part(builds, next, batch.Events)
		if err != nil {
			return fmt.Errorf("build read models: %w", err)
		}
		if bytes += n; bytes < min(stretchBytes, builds[0].effort.bytes) && upTo < limit {
			continue
		}
		for i, c := range out {
			next[i].upTo = upTo
			select {
			case c <- next[i]:
			case <-ctx.Done():
				return ctx.Err()
			}
			next[i] = run{events: make([]Event, 0, len(next[i].events)*9/8)} // the next range has about as many
		}
		bytes = 0
	}
	if upTo < limit { // a checkpoint was ahead of the log
		return fmt.Errorf("build read models: %w", &eventlog.Missing{Position: limit})
	}
	return nil
}

// checkedAhead is the number of batches that a build may be ahead of the check of the log.
const checkedAhead = 16

// run adds batches of events.
func (c *Check) run(ctx context.Context, batches <-chan []eventlog.Recorded) error {
	for events := range batches {
		if err := c.Add(ctx, events); err != nil {
			return fmt.Errorf("check the log: %w", err)
		}
	}
	return nil
}

// filterOf admits the events that any of the builds reads.
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

// part gives each build the events that it handles, and returns their size in bytes. An event is decoded once; an
// undecodable event, or one of an unknown type, ends the pass.
func (r *Runner) part(builds []*build, runs []run, events []eventlog.Recorded) (bytes int, err error) {
	for _, e := range events {
		category, payload := eventlog.Category(e.Stream), any(nil)
		for i, b := range builds {
			if len(b.Categories) > 0 && !slices.Contains(b.Categories, category) {
				continue
			}
			handled, known := b.intake[e.Type]
			if !known {
				return bytes, b.eventError(e, ErrUnknownType)
			}
			runs[i].last = markOf(e)
			if !handled {
				continue
			}
			if payload == nil {
				if payload, err = r.codec.Decode(e.Type, e.Data); err != nil {
					return bytes, b.eventError(e, err)
				}
				bytes += len(e.Data)
			}
			runs[i].events = append(runs[i].events, Event{Recorded: e, Payload: payload})
		}
	}
	return bytes, nil
}

// take applies a range in memory, and writes when enough has accumulated, or when all is set.
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
		b.newest = []Event{opened[n-1]}
	}
	if b.fold == nil {
		if b.memory, err = b.remember(ctx, b.target, b.at, true); err != nil {
			return fmt.Errorf("build %s: %w", b.schema(), err)
		}
	}
	full := b.size >= b.effort.bytes
	err = pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		if _, err := b.lock(ctx, tx, idleHold); err != nil {
			return err
		}
		if b.fold == nil {
			b.fold = newFold(b.target, rows.NewBuild(b.known), b.memory)
		}
		if err := b.fold.add(ctx, tx, opened); err != nil {
			return err
		}
		if full = full || all || b.fold.changes() >= batchRows; !full {
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
		b.memories.keep(b.target, w.upTo, b.memory)
		b.fold, b.memory, b.size, b.at = nil, nil, 0, w.upTo
	}
	return nil
}
