package reactors

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	wm "github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/components/metrics"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/watermill"
	"github.com/modyard/modyard/platform/tracing"
)

const (
	// grace is how long a stop waits for the message in work, so that fewer messages are repeated after a deployment.
	grace      = 5 * time.Second
	closeAfter = 2 * grace
)

// Options configures a Runner. Pool, Log, Find and Lead are required.
type Options struct {
	Pool *pgxpool.Pool
	Log  eventlog.Reader
	Feed Feed // nil if no reactor takes changes
	// Find returns the event with an id, for poisoned events that are tried again.
	Find     func(ctx context.Context, id eventlog.EventID) (eventlog.Recorded, error)
	Lead     watermill.Lead
	Logger   *slog.Logger          // nil: slog.Default()
	Registry prometheus.Registerer // nil: no metrics
	Tracer   *tracing.Tracer       // nil: messages are not traced
}

// Runner runs reactors. Any number of processes may run them: each reactor runs in one.
type Runner struct {
	o      Options
	list   []Reactor
	meters *meters
}

// New checks the reactors and makes a runner.
func New(o Options, list ...Reactor) (*Runner, error) {
	if o.Pool == nil || o.Log == nil || o.Find == nil || o.Lead == nil {
		return nil, errors.New("reactors: Pool, Log, Find and Lead are required")
	}
	if err := check(o, list); err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	r := &Runner{o: o, list: slices.Clone(list)}
	var err error
	if r.meters, err = newMeters(o.Registry); err != nil {
		return nil, fmt.Errorf("reactors: register metrics: %w", err)
	}
	return r, nil
}

// Run runs the reactors until the context ends; messages in work may finish for some seconds. It can be called again
// afterwards.
func (r *Runner) Run(ctx context.Context) error {
	if len(r.list) == 0 {
		<-ctx.Done()
		return nil
	}
	router, err := r.router()
	if err != nil {
		return fmt.Errorf("run reactors: %w", err)
	}
	again := make(chan struct{})
	working, stop := context.WithCancel(ctx)
	go func() {
		defer close(again)
		r.replay(working)
	}()
	err = router.Run(working)
	stop()
	<-again
	if err != nil {
		return fmt.Errorf("run reactors: %w", err)
	}
	if ctx.Err() == nil {
		return errors.New("run reactors: the router has stopped")
	}
	return nil
}

// router makes a router with a handler for each reactor. A router runs once.
func (r *Runner) router() (*message.Router, error) {
	logger := wm.NewSlogLoggerWithLevelMapping(r.o.Logger, map[slog.Level]slog.Level{
		slog.LevelInfo: slog.LevelDebug, slog.LevelError: slog.LevelWarn,
	})
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: closeAfter}, logger)
	if err != nil {
		return nil, err
	}
	if r.o.Registry != nil {
		metrics.NewPrometheusMetricsBuilder(r.o.Registry, "modyard", "reactor").AddPrometheusRouterMetrics(router)
	}
	for _, one := range r.list {
		subscriber, topic, err := r.subscriber(one)
		if err != nil {
			return nil, err
		}
		chain, err := r.middleware(one, logger)
		if err != nil {
			return nil, err
		}
		router.AddConsumerHandler(one.Name, topic, subscriber, one.handle).AddMiddleware(chain...)
	}
	return router, nil
}

func (r *Runner) subscriber(one Reactor) (message.Subscriber, string, error) {
	name := func(string) string { return one.Name }
	if one.Change != nil {
		s, err := watermill.NewSubscriber(watermill.Options[string]{
			Source: feedSource{r.o.Feed}, Checkpoints: cursors{r.o.Pool}, Lead: r.lead, Consumer: name, Grace: grace,
			Watch: r.meters.watch, Logger: r.o.Logger,
		})
		return s, changesTopic, err
	}
	s, err := watermill.NewSubscriber(watermill.Options[watermill.Place]{
		Source: watermill.NewLog(r.o.Log), Checkpoints: places{r.o.Pool}, Lead: r.lead, Consumer: name, Grace: grace,
		Watch: r.meters.watch, Logger: r.o.Logger,
	})
	return s, watermill.Topic(one.Filter), err
}

func (r *Runner) lead(ctx context.Context, name string) (context.Context, func(), error) {
	return r.o.Lead(ctx, "reactor/"+name)
}

// handle passes a message to the reactor's function.
func (one Reactor) handle(m *message.Message) error {
	if one.Change != nil {
		c, err := changeOf(m)
		if err != nil {
			return Permanent(err)
		}
		return one.Change(m.Context(), c)
	}
	e, err := watermill.Event(m)
	if err != nil {
		return Permanent(err)
	}
	return one.Event(m.Context(), e)
}
