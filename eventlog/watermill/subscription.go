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
	busy    bool // a message was sent and is not done; its checkpoint may be stored with a later one
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

// storeEvery is how long an acked message may be without a stored checkpoint while others follow it: a crash repeats what was
// acked in that time. A statement for each message would limit all of them to its pace.
const storeEvery = 100 * time.Millisecond

// checkpoint is where a consumer is, and what of it is stored.
type checkpoint[P comparable] struct {
	at, stored P
	when       time.Time // of the last store
}

func (m *checkpoint[P]) pending() bool { return m.at != m.stored }

// due is when a pending checkpoint has to be stored.
func (m *checkpoint[P]) due() time.Duration { return storeEvery - time.Since(m.when) }

// consume delivers the messages after the checkpoint until the context ends or something fails. What was acked by then is stored.
func (s *subscription[P]) consume(ctx context.Context, pauses *backoff.ExponentialBackOff) (err error) {
	at, err := s.place(ctx, s.topic)
	if err != nil {
		return fmt.Errorf("read the checkpoint: %w", err)
	}
	m := &checkpoint[P]{at, at, time.Now()}
	defer func() {
		if failed := s.store(ctx, m); err == nil {
			err = failed
		}
	}()
	for d, err := range s.o.Source.Follow(ctx, s.topic, at) {
		if err != nil {
			return err
		}
		if err := s.take(ctx, m, d); err != nil {
			return err
		}
		pauses.Reset()
	}
	return ctx.Err()
}

// take delivers a message until it is acked, and moves the checkpoint behind it.
func (s *subscription[P]) take(ctx context.Context, m *checkpoint[P], d Delivery[P]) error {
	if d.Message != nil {
		s.o.Watch(s.name, State{Leading: true, Behind: d.At})
		if err := s.deliver(ctx, m, d.Message); err != nil {
			return err
		}
		defer s.done()
	}
	m.at = d.Place
	if d.More && m.due() > 0 {
		return nil
	}
	if err := s.store(ctx, m); err != nil {
		return err
	}
	s.o.Watch(s.name, State{Leading: true})
	return nil
}

// store moves the stored checkpoint, also after a stop. Another leader may have moved it, which is then left alone.
func (s *subscription[P]) store(ctx context.Context, m *checkpoint[P]) error {
	if !m.pending() {
		return nil
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), moveTimeout)
	defer stop()
	if err := s.o.Checkpoints.Move(ctx, s.name, m.stored, m.at); err != nil {
		m.at = m.stored // what begins again begins there; a later ack moves from the stored place
		return fmt.Errorf("move the checkpoint: %w", err)
	}
	m.stored, m.when = m.at, time.Now()
	return nil
}

// deliver sends a message until it is acked. The message stays in work after an ack, until done is called.
func (s *subscription[P]) deliver(ctx context.Context, at *checkpoint[P], m *message.Message) error {
	for {
		if !s.begin() {
			return context.Canceled
		}
		acked, err := s.send(ctx, at, m.Copy())
		if err == nil && acked {
			return nil
		}
		s.done()
		if err == nil {
			err = s.store(ctx, at)
		}
		if err != nil {
			return err
		}
		if !rest(s.ctx, s.o.Again) || ctx.Err() != nil {
			return context.Canceled
		}
	}
}

// send sends a message and waits for the answer. The context of the message ends with the answer.
func (s *subscription[P]) send(ctx context.Context, at *checkpoint[P], m *message.Message) (acked bool, err error) {
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	m.SetContext(working)
	select {
	case s.out <- m:
	case <-s.ctx.Done():
		return false, s.ctx.Err()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	var due <-chan time.Time // of the messages before it, which do not wait for this one
	if at.pending() {
		timer := time.NewTimer(at.due())
		defer timer.Stop()
		due = timer.C
	}
	for {
		select {
		case <-m.Acked():
			return true, nil
		case <-m.Nacked():
			return false, nil
		case <-due:
			due = nil
			// Only another leader ends the message in work: after any other failure, what was acked is stored with its own place.
			if err := s.store(ctx, at); errors.Is(err, ErrMoved) {
				return false, err
			}
			continue
		case <-ctx.Done():
		}
		select {
		case <-m.Acked(): // at the same moment
			return true, nil
		default:
			return false, ctx.Err()
		}
	}
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
