package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/eventlog"
)

const (
	hitBytes    = 24  // of a hit in its event
	hitsPacked  = 250 // in one event
	hitWriters  = 4   // callers that append such events
	mainCallers = 64  // callers that append to the main log
)

// hits measures durable appends of packed hits to the log of hits, while the main log takes appends like those of
// commands, and what each costs the other.
func hits(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	log, err := core.Hits.Log(ctx)
	if err != nil {
		return nil, err
	}
	span, err := g.span(ctx)
	if err != nil {
		return nil, err
	}
	packed := make([]byte, hitBytes*hitsPacked)
	if _, err := rand.Read(packed); err != nil {
		return nil, err
	}
	appendHits := func(caller int) eventlog.Write {
		return eventOf(fmt.Sprintf("hits-%d", caller), "download.counted.v1", packed)
	}
	command := func(caller int) eventlog.Write {
		return eventOf(fmt.Sprintf("project-%d", caller), "project.changed.v1", []byte(`{"title":"x"}`))
	}
	alone, err := appendFor(ctx, core.Log, mainCallers, span, command)
	if err != nil {
		return nil, err
	}
	hitsAlone, err := appendFor(ctx, log, hitWriters, span, appendHits)
	if err != nil {
		return nil, err
	}
	var both, main []time.Duration
	work, working := errgroup.WithContext(ctx)
	work.Go(func() (err error) { both, err = appendFor(working, log, hitWriters, span, appendHits); return err })
	work.Go(func() (err error) { main, err = appendFor(working, core.Log, mainCallers, span, command); return err })
	if err := work.Wait(); err != nil {
		return nil, err
	}
	perSecond := func(took []time.Duration) float64 { return float64(len(took)) / span.Seconds() }
	return []Row{
		{What: "hits appended durably, beside commands", Figure: perSecond(both) * hitsPacked, Unit: "hits/s", Budget: atLeast(10_000),
			Note: fmt.Sprintf("%d in an event of %d bytes, %d callers; %.0f hits/s without commands", hitsPacked, len(packed), hitWriters, perSecond(hitsAlone)*hitsPacked)},
		{What: "append of packed hits, beside commands: p99", Figure: ms(percentile(both, 0.99)), Unit: "ms", Budget: below(100),
			Note: fmt.Sprintf("p50 %.1f ms", ms(percentile(both, 0.5)))},
		{What: "appends to the main log beside hits ÷ without", Figure: perSecond(main) / perSecond(alone), Unit: "×",
			Note: fmt.Sprintf("%d callers; %.0f and %.0f events/s; both logs share the machine and one write-ahead log", mainCallers, perSecond(main), perSecond(alone))},
	}, nil
}

func eventOf(stream, typ string, data []byte) eventlog.Write {
	return eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: []eventlog.Event{{
		ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: time.Now()},
	}}}
}

// appendFor appends with several callers for some time, and returns how long each append took.
func appendFor(ctx context.Context, log eventlog.Log, callers int, span time.Duration, write func(caller int) eventlog.Write) ([]time.Duration, error) {
	return callFor(ctx, callers, span, func(ctx context.Context, caller int) error {
		_, err := log.Append(ctx, write(caller))
		return err
	})
}
