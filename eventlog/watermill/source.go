package watermill

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

// Source is an ordered sequence of messages. A place P is between two of them.
type Source[P comparable] interface {
	// Head is the place behind all present messages of a topic.
	Head(ctx context.Context, topic string) (P, error)
	// Follow yields the messages of a topic after a place, in order. It does not stop at the end: it ends with the
	// context, or after yielding an error. It yields an error if the place does not belong to the source.
	Follow(ctx context.Context, topic string, after P) iter.Seq2[Delivery[P], error]
}

// Delivery is a message and the place behind it.
type Delivery[P comparable] struct {
	Message *message.Message // nil: only the place moves
	Place   P
	At      time.Time // when the message came into being, for the lag
	More    bool      // another delivery follows without a wait, so that the checkpoint may move with that one
}

// Checkpoints stores the places of consumers, by name.
type Checkpoints[P comparable] interface {
	// Load is the place of a consumer; ErrNew if it has none.
	Load(ctx context.Context, consumer string) (P, error)
	// Create stores the first place of a consumer. If the consumer has one already, nothing changes.
	Create(ctx context.Context, consumer string, at P) error
	// Move replaces a place; ErrMoved if the stored one is another.
	Move(ctx context.Context, consumer string, from, to P) error
}

// Errors that implementations of Checkpoints return.
var (
	// ErrNew means that a consumer has no checkpoint yet.
	ErrNew = errors.New("the consumer has no checkpoint")
	// ErrMoved means that another process has moved the checkpoint.
	ErrMoved = errors.New("another process has moved the checkpoint")
)

// Lead blocks until this process has the lead of a name. leading ends when the lead is lost; release gives it up. It
// fails only when the context has ended.
type Lead func(ctx context.Context, name string) (leading context.Context, release func(), err error)
