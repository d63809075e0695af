package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/reactors/forward/natstest"
)

const (
	forwardedPerSecond = 1000
	forwardTick        = 10 * time.Millisecond
	forwardStream      = "SITE"
)

// arrivals are the times at which changes were appended, and how long they took to arrive.
type arrivals struct {
	mu       sync.Mutex
	appended map[string]time.Time // by the id of the event, until it arrives
	took     []time.Duration
	repeats  int
}

// forwarding measures the time from an append to the message at a consumer of the broker, and how fast the forwarder
// catches up with a broker that was away.
func forwarding(ctx context.Context, g *ground) (rows []Row, err error) {
	dir, err := g.folder("nats")
	if err != nil {
		return nil, err
	}
	broker, err := natstest.Start(natstest.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	defer func() { broker.Stop() }()
	s, err := g.newSite(ctx, func(c *config.Config) { c.ForwardURL = broker.URL() + "?stream=" + forwardStream })
	if err != nil {
		return nil, err
	}
	defer func() {
		s.client.CloseIdleConnections()
		err = errors.Join(err, s.stop())
	}()
	a := &arrivals{appended: map[string]time.Time{}}
	conn, js, err := a.listen(broker, 0)
	if err != nil {
		return nil, err
	}
	// The projects of the site are changes too: once these have arrived, they have.
	if err := errors.Join(s.changes(ctx, 10, a), a.wait(ctx)); err != nil {
		return nil, err
	}
	a.took, a.repeats = nil, 0
	n := forwardedPerSecond * g.amount(20, 1)
	begin := time.Now()
	if err := s.changes(ctx, n, a); err != nil {
		return nil, err
	}
	appended := time.Since(begin)
	if err := a.wait(ctx); err != nil {
		return nil, err
	}
	rows = append(rows, Row{What: "append → message at a consumer: p99", Figure: ms(percentile(a.took, 0.99)), Unit: "ms",
		Note: fmt.Sprintf("p50 %.1f ms; %s, through an embedded nats-server; %d repeats", ms(percentile(a.took, 0.50)), reached(n, appended, forwardedPerSecond), a.repeats)})

	before, err := js.StreamInfo(forwardStream)
	if err != nil {
		return nil, err
	}
	conn.Close()
	broker.Stop()
	if err := s.changes(ctx, n/2, a); err != nil {
		return nil, err
	}
	if broker, err = broker.Again(); err != nil {
		return nil, err
	}
	back := time.Now()
	if conn, _, err = a.listen(broker, before.State.LastSeq+1); err != nil {
		return nil, err
	}
	defer conn.Close()
	first, err := a.first(ctx, n)
	if err != nil {
		return nil, err
	}
	spent := g.spending(eventlog.Position(n / 2))
	if err := a.wait(ctx); err != nil {
		return nil, err
	}
	return append(rows, Row{What: "changes forwarded after an outage", Figure: float64(n/2) / time.Since(first).Seconds(), Unit: "changes/s",
		Note: fmt.Sprintf("%d changes, from the first message, %.1f s after the broker was back, to the last; %d repeats; %s", n/2, first.Sub(back).Seconds(), a.repeats, spent())}), nil
}

// changes appends changes of public projects at the rate. A change counts from the time at which it was due: if the appends
// fall behind, the changes that wait for them are late.
func (s *site) changes(ctx context.Context, n int, a *arrivals) error {
	begin, each := time.Now(), forwardedPerSecond*int(forwardTick/time.Millisecond)/1000
	for i := 0; i < n; i += each {
		due := begin.Add(time.Duration(i/each) * forwardTick)
		time.Sleep(time.Until(due))
		var writes []eventlog.Write
		a.mu.Lock()
		for j := i; j < i+each; j++ {
			typ, data, err := s.Codec.Encode(project.Renamed{Title: fmt.Sprintf("Forwarded %d", j)})
			if err != nil {
				a.mu.Unlock()
				return err
			}
			id := eventlog.NewEventID()
			a.appended[id.String()] = due
			writes = append(writes, eventlog.Write{Stream: "project-" + projectID(j%s.projects), Expected: eventlog.Any, Events: []eventlog.Event{
				{ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{At: time.Now()}},
			}})
		}
		a.mu.Unlock()
		if _, err := s.Log.Append(ctx, writes...); err != nil {
			return err
		}
	}
	return nil
}

// listen notes the messages that arrive; from a sequence number of the broker's stream on, which are there already, if it is
// not 0.
func (a *arrivals) listen(broker *natstest.Server, from uint64) (*nats.Conn, nats.JetStreamContext, error) {
	conn, js, err := broker.Connect()
	if err != nil {
		return nil, nil, err
	}
	note := func(m *nats.Msg) {
		id, _, _ := strings.Cut(m.Header.Get(nats.MsgIdHdr), ".")
		a.mu.Lock()
		defer a.mu.Unlock()
		if at, waiting := a.appended[id]; waiting {
			delete(a.appended, id)
			a.took = append(a.took, time.Since(at))
		} else if strings.Contains(string(m.Data), "Forwarded") && !strings.Contains(m.Header.Get(nats.MsgIdHdr), ".") {
			a.repeats++
		}
	}
	const subjects = "modyard.changes.>"
	if from == 0 {
		_, err = conn.Subscribe(subjects, note)
	} else {
		_, err = js.Subscribe(subjects, note, nats.BindStream(forwardStream), nats.OrderedConsumer(), nats.StartSequence(from))
	}
	if err != nil {
		conn.Close()
		return nil, nil, fmt.Errorf("listen to the broker: %w", err)
	}
	return conn, js, nil
}

// first waits for the first arrival after n.
func (a *arrivals) first(ctx context.Context, n int) (time.Time, error) {
	err := a.until(ctx, func() bool { return len(a.took) > n })
	return time.Now(), err
}

// wait waits until everything has arrived.
func (a *arrivals) wait(ctx context.Context) error {
	return a.until(ctx, func() bool { return len(a.appended) == 0 })
}

func (a *arrivals) until(ctx context.Context, done func() bool) error {
	for {
		a.mu.Lock()
		ended, missing := done(), len(a.appended)
		a.mu.Unlock()
		if ended {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d changes did not arrive: %w", missing, ctx.Err())
		case <-time.After(time.Millisecond):
		}
	}
}
