package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/reactors"
)

const (
	reactedPerSecond = 1000
	reactedTick      = 10 * time.Millisecond
	// reactedCategory is one that eventlogbench does not write to.
	reactedCategory = "reacted"
)

// reacting measures the time from an append to the call of a reactor, and what reactors cost the appends: one that takes
// every event, and one that takes none of them.
func reacting(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	lag, err := reactorLag(ctx, g, core)
	if err != nil {
		return nil, err
	}
	idle := func(context.Context, eventlog.Recorded) error { return nil }
	all := companion{"a reactor of every event", func(ctx context.Context) error {
		return runReactor(ctx, core, reactors.Reactor{Name: "bench.all", Event: idle})
	}}
	others := companion{"a reactor of other events", func(ctx context.Context) error {
		return runReactor(ctx, core, reactors.Reactor{Name: "bench.none", Event: idle, Filter: eventlog.Filter{Categories: []string{reactedCategory}}})
	}}
	rows = []Row{lag}
	// A site has read models, which follow every event; a reactor of the same process follows with them.
	for _, always := range []companion{nothing(), {"a follower of every event", func(ctx context.Context) error { return followed(ctx, core.Log) }}} {
		more, err := g.beside(ctx, core, always, all, others)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// followed follows every event from the end of the log, as read models do, and does nothing with them.
func followed(ctx context.Context, log eventlog.Log) error {
	head, err := log.Head(ctx)
	if err != nil {
		return fmt.Errorf("follow every event: %w", err)
	}
	for _, err := range log.Follow(ctx, head, eventlog.Filter{}) {
		if err != nil {
			return fmt.Errorf("follow every event: %w", err)
		}
	}
	return nil
}

// runReactor runs one reactor as a site does, until the context ends.
func runReactor(ctx context.Context, core *app.Core, one reactors.Reactor) error {
	runner, err := reactors.New(reactors.Options{
		Pool: core.DB.Pool, Log: core.Log, Find: seal.NewIndex(core.Log, core.DB.Pool).Event, Lead: core.Runner.Lead, Logger: core.Logger,
	}, one)
	if err != nil {
		return err
	}
	return runner.Run(ctx)
}

// reached says at which rate a number of events was appended, beside the one that was asked for: a machine that is too slow for
// it has measured another load.
func reached(n int, spent time.Duration, asked int) string {
	return fmt.Sprintf("%d events in %.1f s: %.0f/s of the %d/s asked for", n, spent.Seconds(), float64(n)/spent.Seconds(), asked)
}

// reactorLag appends events at a rate, and measures when a reactor gets them, from the time at which each was due: if the
// appends fall behind, the events that wait for them are late.
func reactorLag(ctx context.Context, g *ground, core *app.Core) (Row, error) {
	n := reactedPerSecond * g.amount(20, 1)
	var (
		mu       sync.Mutex
		appended = map[eventlog.EventID]time.Time{}
		took     []time.Duration
		repeats  int
	)
	all, begun := make(chan struct{}), make(chan struct{}, 1)
	running, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() {
		done <- runReactor(running, core, reactors.Reactor{
			Name: "bench.lag", Filter: eventlog.Filter{Categories: []string{reactedCategory}},
			Event: func(_ context.Context, e eventlog.Recorded) error {
				mu.Lock()
				defer mu.Unlock()
				at, waits := appended[e.ID]
				switch {
				case e.Stream == reactedCategory+"-begin":
					select {
					case begun <- struct{}{}:
					default:
					}
				case !waits:
					repeats++
				default:
					delete(appended, e.ID)
					if took = append(took, time.Since(at)); len(took) == n {
						close(all)
					}
				}
				return nil
			},
		})
	}()
	event := func() eventlog.Event {
		return eventlog.Event{ID: eventlog.NewEventID(), Type: "bench.reacted.v1", Data: []byte(`{}`), Meta: eventlog.Metadata{At: time.Now()}}
	}
	// A new reactor begins with what happens after its first start.
	for started := false; !started; {
		if _, err := core.Log.Append(ctx, eventlog.Write{Stream: reactedCategory + "-begin", Expected: eventlog.Any, Events: []eventlog.Event{event()}}); err != nil {
			return Row{}, err
		}
		select {
		case <-begun:
			started = true
		case err := <-done:
			return Row{}, errors.Join(err, errors.New("the reactor ended before it had begun"))
		case <-time.After(50 * time.Millisecond):
		}
	}
	begin, each := time.Now(), reactedPerSecond*int(reactedTick/time.Millisecond)/1000
	for i := 0; i < n; i += each {
		due := begin.Add(time.Duration(i/each) * reactedTick)
		time.Sleep(time.Until(due))
		var writes []eventlog.Write
		mu.Lock()
		for j := range each {
			e := event()
			appended[e.ID] = due
			writes = append(writes, eventlog.Write{Stream: fmt.Sprintf("%s-%d", reactedCategory, (i+j)%100), Expected: eventlog.Any, Events: []eventlog.Event{e}})
		}
		mu.Unlock()
		if _, err := core.Log.Append(ctx, writes...); err != nil {
			return Row{}, err
		}
	}
	spent := time.Since(begin)
	select {
	case <-all:
	case err := <-done:
		return Row{}, errors.Join(err, errors.New("the reactor ended before it had every event"))
	case <-ctx.Done():
		return Row{}, fmt.Errorf("the reactor did not get every event: %w", ctx.Err())
	}
	stop()
	if err := <-done; err != nil {
		return Row{}, err
	}
	return Row{
		What: "append → reactor: p99", Figure: ms(percentile(took, 0.99)), Unit: "ms",
		Note: fmt.Sprintf("p50 %.1f ms; %s; %d repeats", ms(percentile(took, 0.50)), reached(n, spent, reactedPerSecond), repeats),
	}, nil
}
