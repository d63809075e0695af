package live

import (
	"context"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

const (
	// maxChanges is how many changed things one query reads; with more, all are treated as changed.
	maxChanges = 1000

	// between is the time between two queries: at most fifty a second for a busy log.
	between = 20 * time.Millisecond

	// again is the time to wait after a failed query.
	again = time.Second
)

// Run publishes changes to the streams until the context ends, and then ends the streams.
func (s *Routes) Run(ctx context.Context) error {
	defer s.hub.close()
	var watching sync.WaitGroup
	for model, rounds := range s.rounds() {
		watching.Go(func() { s.watch(ctx, model, rounds) })
	}
	watching.Go(func() { s.watchChanges(ctx) })
	watching.Wait()
	return nil
}

// rounds are what publishes the changes, by their read models: one for each, because a watermark is reached when
// all of it is published.
func (s *Routes) rounds() map[string]func(context.Context, uint64) error {
	all := map[string]func(context.Context, uint64) error{}
	add := func(model string, round func(context.Context, uint64) error) {
		first := all[model]
		all[model] = func(ctx context.Context, since uint64) error {
			if first != nil {
				if err := first(ctx, since); err != nil {
					return err
				}
			}
			return round(ctx, since)
		}
	}
	for _, o := range s.owned {
		add(o.Model, o.round(s))
	}
	for _, t := range s.things {
		add(t.Model, t.round(s))
		for _, m := range s.moves {
			if m.Kind == t.Kind {
				add(m.Model, t.movedBy(s, m))
			}
		}
	}
	for _, o := range s.shared {
		add(o.Model, o.round(s))
	}
	return all
}

// Close ends every stream, so that shutdown does not wait for open streams.
func (s *Routes) Close() { s.hub.close() }

// watch runs round once for each rise of a watermark, whatever the number of streams.
func (s *Routes) watch(ctx context.Context, mark string, round func(ctx context.Context, since uint64) error) {
	var since uint64
	for {
		changed := s.board.Changed(mark)
		at := s.board.At(mark)
		if at > since {
			err := round(ctx, since)
			if err == nil {
				since = at
				s.hub.reached(mark, at)
			} else if ctx.Err() == nil {
				s.logger.WarnContext(ctx, "live: cannot read what changed", "watermark", mark, "error", err)
			}
			wait := between
			if err != nil {
				wait = again
			}
			if !pause.For(ctx, wait) {
				return
			}
			if err != nil {
				continue
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}

// eventAt is the time at which a read model's newest event was recorded.
const eventAt = `select event_at from runtime.checkpoints where name = $1 and serving`

// measure records the age of the newest published event.
func (s *Routes) measure(ctx context.Context, mark string) {
	var recorded *time.Time
	if err := s.source.Pool.QueryRow(ctx, eventAt, mark).Scan(&recorded); err == nil && recorded != nil {
		s.metrics.lag.Observe(max(0, time.Since(*recorded)).Seconds())
	}
}
