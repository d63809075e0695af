package watermill

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cenkalti/backoff/v5"
)

// subscription is one call of Subscribe.
type subscription[P comparable] struct {
	*Subscriber[P]
	topic, name string
	out         chan *message.Message

	ctx  context.Context //nolint:containedctx // of Subscribe; a stop ends it
	work context.Context //nolint:containedctx // of the messages: it ends after a stop, when the message in work is done or its time is up
	quit context.CancelFunc

	mu      sync.Mutex
	busy    bool // a message was sent and its checkpoint has not moved yet
	stopped bool
}

func newSubscription[P comparable](s *Subscriber[P], topic string, ctx context.Context) *subscription[P] {
	sub := &subscription[P]{Subscriber: s, topic: topic, name: s.o.Consumer(topic), out: make(chan *message.Message), ctx: ctx}
	sub.work, sub.quit = context.WithCancel(context.WithoutCancel(ctx))
	return sub
}

// run delivers messages while this process leads, and starts again after errors.
func (s *subscription[P]) run() {
	defer s.quit()
	defer context.AfterFunc(s.ctx, s.stop)()
	defer s.o.Watch(s.name, State{})
	pauses := s.pauses()
	for s.work.Err() == nil {
		leading, release, err := s.o.Lead(s.work, s.name)
		if err != nil {
			return // the context has ended
		}
		s.o.Watch(s.name, State{Leading: true})
		err = s.consume(leading, pauses)
		release()
		if s.ctx.Err() != nil {
			return
		}
		s.o.Watch(s.name, State{Err: err})
		if errors.Is(err, ErrMoved) || leading.Err() != nil && s.work.Err() == nil {
			err = nil // another process leads
		}
		if err != nil {
			s.o.Logger.WarnContext(s.ctx, "a consumer stands still, will retry", "consumer", s.name, "error", err)
		}
		rest(s.ctx, pauses.NextBackOff())
	}
}

// stop ends the work: at once, or when the message in work is done, at the latest after the grace.
func (s *subscription[P]) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	if !s.busy || s.o.Grace <= 0 {
		s.quit()
		return
	}
	timer := time.AfterFunc(s.o.Grace, s.quit)
	context.AfterFunc(s.work, func() { timer.Stop() })
}

// begin marks a message as in work; false if the subscription was stopped.
func (s *subscription[P]) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = !s.stopped
	return s.busy
}

func (s *subscription[P]) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy = false; s.stopped {
		s.quit()
	}
}

// consume delivers the messages after the checkpoint until the context ends or something fails.
func (s *subscription[P]) consume(ctx context.Context, pauses *backoff.ExponentialBackOff) error {
	at, err := s.place(ctx, s.topic)
	if err != nil {
		return fmt.Errorf("read the checkpoint: %w", err)
	}
	for d, err := range s.o.Source.Follow(ctx, s.topic, at) {
		if err != nil {
			return err
		}
		if d.Message != nil {
			err = s.one(ctx, at, d)
		} else if d.Place != at {
			err = s.move(ctx, at, d.Place)
		}
		if err != nil {
			return err
		}
		at = d.Place
		pauses.Reset()
	}
	return ctx.Err()
}

// one delivers a message until it is acked, and moves the checkpoint behind it.
func (s *subscription[P]) one(ctx context.Context, at P, d Delivery[P]) error {
	s.o.Watch(s.name, State{Leading: true, Behind: d.At})
	if err := s.deliver(ctx, d.Message); err != nil {
		return err
	}
	defer s.done()
	// What was acked is stored also after a stop; another leader may have moved the checkpoint, which is then left alone.
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), moveTimeout)
	defer stop()
	if err := s.move(ctx, at, d.Place); err != nil {
		return err
	}
	s.o.Watch(s.name, State{Leading: true})
	return nil
}

// deliver sends a message until it is acked. The message stays in work after an ack, until done is called.
func (s *subscription[P]) deliver(ctx context.Context, m *message.Message) error {
	for {
		if !s.begin() {
			return context.Canceled
		}
		acked, err := s.send(ctx, m.Copy())
		if err == nil && acked {
			return nil
		}
		s.done()
		if err != nil {
			return err
		}
		if !rest(s.ctx, s.o.Again) || ctx.Err() != nil {
			return context.Canceled
		}
	}
}

// send sends a message and waits for the answer. The context of the message ends with the answer.
func (s *subscription[P]) send(ctx context.Context, m *message.Message) (acked bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m.SetContext(ctx)
	select {
	case s.out <- m:
	case <-s.ctx.Done():
		return false, s.ctx.Err()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	select {
	case <-m.Acked():
		return true, nil
	case <-m.Nacked():
		return false, nil
	case <-ctx.Done():
	}
	select {
	case <-m.Acked(): // at the same moment
		return true, nil
	default:
		return false, ctx.Err()
	}
}

func (s *subscription[P]) move(ctx context.Context, from, to P) error {
	if err := s.o.Checkpoints.Move(ctx, s.name, from, to); err != nil {
		return fmt.Errorf("move the checkpoint: %w", err)
	}
	return nil
}

func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
