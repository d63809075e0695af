package reactors

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog/watermill"
)

const (
	// changesTopic is the topic of all consumers of the feed.
	changesTopic = "changes"

	keyAfter = "feed.after" // the cursor before a change
	keyKind  = "feed.kind"
)

// feedSource is a feed as the source of a subscriber. A place is a cursor.
type feedSource struct{ feed Feed }

func (f feedSource) Head(ctx context.Context, _ string) (string, error) { return f.feed.Head(ctx) }

func (f feedSource) Follow(ctx context.Context, _, after string) iter.Seq2[watermill.Delivery[string], error] {
	return func(yield func(watermill.Delivery[string], error) bool) {
		for ctx.Err() == nil {
			changes, next, err := f.feed.Next(ctx, after)
			if err != nil {
				yield(watermill.Delivery[string]{}, err)
				return
			}
			for _, c := range changes {
				m, err := changeMessage(c, after)
				if err != nil {
					yield(watermill.Delivery[string]{}, err)
					return
				}
				after = c.Cursor
				if !yield(watermill.Delivery[string]{Message: m, Place: after, At: c.At, More: true}, nil) {
					return
				}
			}
			if after = next; !yield(watermill.Delivery[string]{Place: after}, nil) {
				return
			}
		}
	}
}

func changeMessage(c contract.Change, after string) (*message.Message, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode change %s: %w", c.ID, err)
	}
	m := message.NewMessage(c.ID, data)
	m.Metadata.Set(keyAfter, after)
	m.Metadata.Set(keyKind, c.Kind)
	return m, nil
}

func changeOf(m *message.Message) (c contract.Change, err error) {
	if err := json.Unmarshal(m.Payload, &c); err != nil {
		return c, fmt.Errorf("decode change %s: %w", m.UUID, err)
	}
	return c, nil
}
