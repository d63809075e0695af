// Package forward publishes the public changes of the site to an existing message broker: NATS with JetStream, or
// Kafka. A change is published when the broker has stored it; a repeated one has the same id.
package forward

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/modyard/modyard/contract"
)

var (
	// ErrTooLarge reports a change that is larger than the broker accepts: it fails again until the broker's limit
	// is raised. Every other error of Change may pass by itself.
	ErrTooLarge = errors.New("the broker refuses a message of this size")

	// ErrClosed reports a change after Close.
	ErrClosed = errors.New("the forwarder is closed")
)

// The headers of a message, beside those of its broker.
const (
	headerID     = "id"     // of the change
	headerKind   = "kind"   // of the change
	headerObject = "object" // its id, which is also the key in Kafka
)

// Options are settings of a Forwarder that are not part of the broker's address.
type Options struct {
	Logger  *slog.Logger  // nil: slog.Default()
	Timeout time.Duration // of a connection and of an acknowledgement; 0: 5 s
}

// Forwarder publishes changes one at a time, in the order of the calls.
type Forwarder struct {
	target target
	turn   chan struct{} // holds one value while nobody publishes

	// These belong to whoever has taken turn.
	connect   func() (publisher, error)
	publisher publisher // nil: not connected

	closing sync.Once
	closed  chan struct{}
}

// publisher is a connection to a broker. Publish returns after the broker has stored the message.
type publisher interface {
	message.Publisher
	// broken says whether the connection must be made again after an error of Publish.
	broken() bool
	// explain translates an error of Publish.
	explain(error) error
}

// Open prepares forwarding to the broker at a nats:// or kafka:// address. It connects with the first change, so that
// a broker that is away does not delay the start of the site.
func Open(address string, o Options) (*Forwarder, error) {
	t, err := parse(address)
	if err != nil {
		return nil, fmt.Errorf("forward changes: %w", err)
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Second
	}
	f := &Forwarder{target: t, turn: make(chan struct{}, 1), closed: make(chan struct{})}
	f.turn <- struct{}{}
	f.connect = func() (publisher, error) { return connectNATS(t, o) }
	if t.scheme == schemeKafka {
		f.connect = func() (publisher, error) { return connectKafka(t, o) }
	}
	return f, nil
}

// Change publishes a change and returns after the broker has acknowledged it. After an error the broker may have
// stored it nevertheless.
func (f *Forwarder) Change(ctx context.Context, c contract.Change) error {
	m, err := encode(c)
	if err != nil {
		return err
	}
	select {
	case <-f.turn:
	case <-f.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	// The libraries' calls end by their own timeouts: what the context interrupts goes on in the background.
	done := make(chan error, 1)
	go func() {
		err := f.publish(f.target.topic(c.Kind), m)
		f.turn <- struct{}{}
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("forward change %s to %s: %w", c.ID, f.target.shown(), err)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f *Forwarder) publish(topic string, m *message.Message) error {
	select {
	case <-f.closed:
		return ErrClosed
	default:
	}
	if f.publisher == nil {
		p, err := f.connect()
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		f.publisher = p
	}
	err := f.publisher.Publish(topic, m)
	if err == nil {
		return nil
	}
	err = f.publisher.explain(err)
	if f.publisher.broken() {
		_ = f.publisher.Close() // its state is unknown; the error of Publish is what counts
		f.publisher = nil
	}
	return err
}

// Close waits for the change that is being published and disconnects.
func (f *Forwarder) Close() error {
	var err error
	f.closing.Do(func() {
		close(f.closed)
		<-f.turn
		if f.publisher != nil {
			err = f.publisher.Close()
		}
		f.turn <- struct{}{}
	})
	return err
}

// encode makes the message of a change: the payload is its JSON, as the change feed has it.
func encode(c contract.Change) (*message.Message, error) {
	payload, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode change %s: %w", c.ID, err)
	}
	m := message.NewMessage(c.ID, payload)
	m.Metadata = message.Metadata{headerID: c.ID, headerKind: c.Kind, headerObject: c.Object.ID}
	return m, nil
}
