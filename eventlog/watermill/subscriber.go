package watermill

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cenkalti/backoff/v5"
)

// ErrClosed is returned by a Subscriber that was closed.
var ErrClosed = errors.New("the subscriber is closed")

// Defaults of Options.
const (
	defaultAgain    = time.Second
	defaultMaxPause = 30 * time.Second
	firstPause      = 50 * time.Millisecond
	moveTimeout     = 5 * time.Second  // of a checkpoint
	initTimeout     = 30 * time.Second // of SubscribeInitialize, whose interface has no context
)

// Options configures a Subscriber. Source, Checkpoints and Lead are required.
type Options[P comparable] struct {
	Source      Source[P]
	Checkpoints Checkpoints[P]
	Lead        Lead
	// Consumer names the checkpoint and the lease of a topic; nil: the topic. Consumers with different names get every
	// message each.
	Consumer func(topic string) string
	// Grace is how long a stop waits for the message that is being handled, before its context ends.
	Grace time.Duration
	// Again is the pause before a nacked message is sent again; zero: one second.
	Again time.Duration
	// MaxPause limits the growing pause after errors; zero: 30 seconds.
	MaxPause time.Duration
	// Watch is told the state of a consumer when it changes; nil: nobody.
	Watch  func(consumer string, s State)
	Logger *slog.Logger // nil: slog.Default()
}

// State is what a Subscriber knows of a consumer.
type State struct {
	Leading bool      // this process delivers its messages
	Behind  time.Time // when the message that waits for its ack came into being; zero: there is none
	Err     error     // why nothing is delivered
}

// Subscriber delivers a source's messages. It is safe for concurrent use.
type Subscriber[P comparable] struct {
	o       Options[P]
	closing context.Context //nolint:containedctx // ended by Close, for all subscriptions
	end     context.CancelFunc

	mu     sync.Mutex // guards closed, and that nothing is added to running after Close waits
	closed bool
	active sync.WaitGroup
}

var (
	_ message.Subscriber           = (*Subscriber[Place])(nil)
	_ message.SubscribeInitializer = (*Subscriber[Place])(nil)
)

// NewSubscriber makes a subscriber.
func NewSubscriber[P comparable](o Options[P]) (*Subscriber[P], error) {
	if o.Source == nil || o.Checkpoints == nil || o.Lead == nil {
		return nil, errors.New("subscriber: Source, Checkpoints and Lead are required")
	}
	if o.Consumer == nil {
		o.Consumer = func(topic string) string { return topic }
	}
	if o.Again <= 0 {
		o.Again = defaultAgain
	}
	if o.MaxPause <= 0 {
		o.MaxPause = defaultMaxPause
	}
	if o.Watch == nil {
		o.Watch = func(string, State) {}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	s := &Subscriber[P]{o: o}
	s.closing, s.end = context.WithCancel(context.Background())
	return s, nil
}

// SubscribeInitialize stores the head as the checkpoint of a new consumer.
func (s *Subscriber[P]) SubscribeInitialize(topic string) error {
	ctx, stop := context.WithTimeout(s.closing, initTimeout)
	defer stop()
	if _, err := s.place(ctx, topic); err != nil {
		return fmt.Errorf("initialize the consumer %s: %w", s.o.Consumer(topic), err)
	}
	return nil
}

// place is the checkpoint of a topic's consumer. A new consumer begins at the head.
func (s *Subscriber[P]) place(ctx context.Context, topic string) (P, error) {
	name := s.o.Consumer(topic)
	at, err := s.o.Checkpoints.Load(ctx, name)
	if !errors.Is(err, ErrNew) {
		return at, err
	}
	if at, err = s.o.Source.Head(ctx, topic); err != nil {
		return at, err
	}
	if err := s.o.Checkpoints.Create(ctx, name, at); err != nil {
		return at, err
	}
	return s.o.Checkpoints.Load(ctx, name) // another process may have been faster
}

// Subscribe delivers the messages of a topic until the context ends or Close is called. Then the channel is closed.
func (s *Subscriber[P]) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	ctx, stop := context.WithCancel(ctx)
	unlink := context.AfterFunc(s.closing, stop)
	sub := newSubscription(s, topic, ctx)
	s.active.Go(func() {
		defer stop()
		defer unlink()
		defer close(sub.out)
		sub.run()
	})
	return sub.out, nil
}

// Close ends all subscriptions and waits until their channels are closed.
func (s *Subscriber[P]) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end()
	s.active.Wait()
	return nil
}

// pauses grow with every failure in a row.
func (s *Subscriber[P]) pauses() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: firstPause, Multiplier: 2, RandomizationFactor: 0.2, MaxInterval: s.o.MaxPause}
}
