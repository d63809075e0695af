package watermill

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
)

// TestWatermillsSuite runs Watermill's own conformance suite. Features that are off, and why:
//
//   - ExactlyOnceDelivery: delivery is at least once.
//   - NewSubscriberReceivesOldMessages: a new consumer begins at the head.
//   - RestartServiceCommand: a log in memory cannot be restarted; TestAnOutage… covers it.
//   - ContextPreserved: the log stores no contexts.
//   - RequireSingleInstance: several subscribers of a consumer are supported, and the one with the lease gets messages.
func TestWatermillsSuite(t *testing.T) {
	w := newWorld()
	tests.TestPubSub(t, tests.Features{
		ConsumerGroups: true, GuaranteedOrder: true, Persistent: true,
	}, func(t *testing.T) (message.Publisher, message.Subscriber) {
		return publisher{w.log}, w.subscriber(t, "group")
	}, func(t *testing.T, group string) (message.Publisher, message.Subscriber) {
		return publisher{w.log}, w.subscriber(t, group)
	})
}

// world is a log with checkpoints and leases in memory.
type world struct {
	log    *memory.Log
	stored *stored[Place]
	leads  *leads
}

func newWorld() *world {
	return &world{log: memory.New(), stored: &stored[Place]{at: map[string]Place{}}, leads: &leads{held: map[string]chan struct{}{}}}
}

func (w *world) options(group string) Options[Place] {
	log := NewLog(w.log)
	log.filter = func(topic string) (eventlog.Filter, error) { return ParseTopic(word(topic)) }
	return Options[Place]{
		Source: log, Checkpoints: w.stored, Lead: w.leads.lead, Consumer: func(topic string) string { return group + "/" + topic },
		Again: time.Millisecond, MaxPause: 100 * time.Millisecond, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

func (w *world) subscriber(t *testing.T, group string) *Subscriber[Place] {
	t.Helper()
	return newSub(t, w.options(group))
}

func newSub(t *testing.T, o Options[Place]) *Subscriber[Place] {
	t.Helper()
	s, err := NewSubscriber(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// word makes a category of any topic of the suite.
func word(topic string) string { return strings.ReplaceAll(topic, "-", "") }

// publisher appends messages to a stream whose category is the topic.
type publisher struct{ log eventlog.Log }

func (p publisher) Publish(topic string, messages ...*message.Message) error {
	var events []eventlog.Event
	for _, m := range messages {
		id, err := eventlog.ParseEventID(m.UUID)
		if err != nil {
			return err
		}
		unknown, err := json.Marshal(m.Metadata)
		if err != nil {
			return err
		}
		events = append(events, eventlog.Event{
			ID: id, Type: "test.sent.v1", Data: m.Payload, Meta: eventlog.Metadata{At: time.Now(), Unknown: string(unknown)},
		})
	}
	_, err := p.log.Append(context.Background(), eventlog.Write{Stream: word(topic) + "-x", Expected: eventlog.Any, Events: events})
	return err
}

func (publisher) Close() error { return nil }

// stored is Checkpoints in memory.
type stored[P comparable] struct {
	mu sync.Mutex
	at map[string]P
}

func (s *stored[P]) Load(ctx context.Context, name string) (P, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.at[name]
	if !ok {
		return at, ErrNew
	}
	return at, ctx.Err()
}

func (s *stored[P]) Create(ctx context.Context, name string, at P) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.at[name]; !ok {
		s.at[name] = at
	}
	return ctx.Err()
}

func (s *stored[P]) Move(ctx context.Context, name string, from, to P) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at[name] != from {
		return ErrMoved
	}
	if ctx.Err() == nil {
		s.at[name] = to
	}
	return ctx.Err()
}

// leads are leases in memory.
type leads struct {
	mu   sync.Mutex
	held map[string]chan struct{}
}

func (l *leads) lead(ctx context.Context, name string) (context.Context, func(), error) {
	l.mu.Lock()
	slot, ok := l.held[name]
	if !ok {
		slot = make(chan struct{}, 1)
		l.held[name] = slot
	}
	l.mu.Unlock()
	select {
	case slot <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	leading, end := context.WithCancel(ctx)
	return leading, sync.OnceFunc(func() { end(); <-slot }), nil
}
