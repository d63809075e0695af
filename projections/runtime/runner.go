package runtime

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
)

// closeTimeout bounds the wait for batches in flight when the runner stops.
const closeTimeout = 30 * time.Second

// Run keeps the read models up to date until the context ends, and then returns nil. It returns an error
// at once where a read model belongs to another log (ErrEngine) or to another definition of its tables
// (ErrDefinition), or cannot be made. It may be called once.
func (r *Runner) Run(ctx context.Context) error {
	if err := r.prepareAll(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	var watching sync.WaitGroup
	defer watching.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watching.Go(func() { r.watch(ctx) })
	if len(r.projectors) == 0 {
		<-ctx.Done()
		return nil
	}
	router, err := r.router()
	if err != nil {
		return err
	}
	if err := router.Run(ctx); err != nil {
		return fmt.Errorf("run projectors: %w", err)
	}
	return nil
}

// prepareAll makes what is missing; it waits for a database that is not there yet.
func (r *Runner) prepareAll(ctx context.Context) error {
	for _, p := range r.projectors {
		var retry backoff
		for {
			err := r.prepare(ctx, p)
			if err == nil {
				break
			}
			if !transient(err) {
				return err
			}
			r.logger.WarnContext(ctx, "cannot prepare a read model yet", "projector", p.Name, "error", err)
			if !retry.wait(ctx, err) {
				return err
			}
		}
	}
	return nil
}

func (r *Runner) router() (*message.Router, error) {
	// The router reports each start and stop as info, which is too loud for the program's log.
	logger := watermill.NewSlogLoggerWithLevelMapping(r.logger, map[slog.Level]slog.Level{
		slog.LevelInfo:  slog.LevelDebug,
		slog.LevelError: slog.LevelDebug, // the source reports what matters: restarts and parked events
	})
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: closeTimeout}, logger)
	if err != nil {
		return nil, fmt.Errorf("make the projections' router: %w", err)
	}
	// Innermost is the one that turns a panic into an error, so that the others see it.
	router.AddMiddleware(remember, middleware.Recoverer)
	for _, p := range r.projectors {
		s := &source{Runner: r, target: target{Projector: p}}
		router.AddConsumerHandler(s.target.String(), "events", s, consume)
	}
	return router, nil
}
