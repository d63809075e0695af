package kurrent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog"
)

// searchWindow is how many records the server reads before it reports its progress.
const searchWindow = 512

// message is a message of a subscription; one field is set.
type message struct {
	event      *kurrentdb.RecordedEvent
	checkpoint eventlog.Position
	caughtUp   bool
	fellBehind bool
}

// subscribe follows $all after a position and passes every message to take, until the context ends, take fails, the
// subscription is dropped or the connection is given up. It reads from the server only as fast as take returns.
func (l *Log) subscribe(ctx context.Context, position eventlog.Position, filter *kurrentdb.SubscriptionFilter, take func(message) error) error {
	waiting, enough := l.patiently(ctx)
	c, err := l.connection.get(waiting)
	enough()
	if err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// A node that was given up may stay silent for a long time.
	defer context.AfterFunc(c.ctx, cancel)()
	err = l.receive(ctx, c, position, filter, take)
	if err != nil && ctx.Err() == nil && judge(err) == away {
		l.connection.lost(c, err)
	}
	return err
}

// receive makes one subscription; at its end it releases the client.
func (l *Log) receive(ctx context.Context, c *client, position eventlog.Position, filter *kurrentdb.SubscriptionFilter, take func(message) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("client panicked: %v", p)
		}
	}()
	// A subscription has no deadline, but its first answer has one.
	opening, cancel := context.WithCancel(ctx)
	defer cancel()
	tooLate := time.AfterFunc(l.patience, cancel)
	sub, err := opened(opening, func(ctx context.Context) (*kurrentdb.Subscription, error) {
		defer c.done()
		return enter(ctx, c, func(ctx context.Context, c *kurrentdb.Client) (*kurrentdb.Subscription, error) {
			return c.SubscribeToAll(ctx, kurrentdb.SubscribeToAllOptions{
				From: after(position), Filter: filter, MaxSearchWindow: searchWindow, CheckpointInterval: 1,
			})
		})
	})
	if !tooLate.Stop() && err == nil || errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return errors.New("subscribe: the server does not answer")
	}
	if err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	defer func() { _ = sub.Close() }()
	for {
		received := sub.Recv()
		var m message
		switch {
		case received.SubscriptionDropped != nil:
			return fmt.Errorf("subscription dropped: %w", received.SubscriptionDropped.Error)
		case received.EventAppeared != nil:
			if m.event = received.EventAppeared.OriginalEvent(); m.event == nil {
				continue
			}
		case received.CheckPointReached != nil:
			m.checkpoint = eventlog.Position(received.CheckPointReached.Commit)
		case received.FellBehind != nil:
			m.fellBehind = true
		default:
			m.caughtUp = true
		}
		if err := take(m); err != nil {
			return err
		}
	}
}
