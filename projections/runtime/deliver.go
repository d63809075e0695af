package runtime

import (
	"context"
	"errors"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// delivery is what travels with a message: the decoded event and the batch that its handler writes to.
type delivery struct {
	event   Event
	handler Handler
	queue   *pgx.Batch
	err     error // the handler's answer; read after the message was nacked
}

type deliveryKey struct{}

var errNoDelivery = errors.New("the message was not sent by a projection's source")

// through sends an event through the router and waits for its acknowledgement, so that never more than
// one is in flight: the router handles messages concurrently, and order rests on this alone.
func through(out chan<- *message.Message) deliverFunc {
	return func(ctx context.Context, h Handler, e Event, q *pgx.Batch) error {
		d := &delivery{event: e, handler: h, queue: q}
		m := message.NewMessage(uuid.UUID(e.ID).String(), e.Data)
		m.SetContext(context.WithValue(ctx, deliveryKey{}, d))
		select {
		case out <- m:
		case <-ctx.Done():
			return ctx.Err()
		}
		// The handler works on the batch: wait for it even when the context has ended.
		select {
		case <-m.Acked():
			return nil
		case <-m.Nacked():
			if d.err == nil {
				return errors.New("the message was refused without a reason")
			}
			return d.err
		}
	}
}

// consume is the router's handler of every projector.
func consume(m *message.Message) error {
	d, ok := m.Context().Value(deliveryKey{}).(*delivery)
	if !ok {
		return errNoDelivery
	}
	return d.handler.Apply(m.Context(), d.event, d.queue)
}

// remember keeps a handler's error, also that of a panic, for the source that waits for the nack.
func remember(next message.HandlerFunc) message.HandlerFunc {
	return func(m *message.Message) ([]*message.Message, error) {
		out, err := next(m)
		if d, ok := m.Context().Value(deliveryKey{}).(*delivery); ok {
			d.err = err
		}
		return out, err
	}
}
