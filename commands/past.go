package commands

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Past is an event of a thing as the log has it.
type Past struct {
	ID      eventlog.EventID
	Actor   string // account id; empty for the program
	At      time.Time
	Payload any
}

// timeOf is when an event was decided; events without a time of their own were when they were recorded.
func timeOf(e eventlog.Recorded) time.Time {
	if e.Meta.At.IsZero() {
		return e.RecordedAt
	}
	return e.Meta.At
}

// Past yields the events of the thing that the decision has read, the newest first, for what its state does not keep. Those
// that the decision adds are not among them. Their texts are sealed: see Readable.
func (e *Entity[S, C]) Past(ctx context.Context) iter.Seq2[Past, error] {
	return func(yield func(Past, error) bool) {
		h, name := e.tx.handler, e.stream.stream
		for recorded, err := range h.Log.StreamRange(ctx, name, eventlog.Range{To: e.stream.revision, Backward: true}) {
			if err != nil {
				yield(Past{}, fmt.Errorf("read the past of %s: %w", name, err))
				return
			}
			payload, err := h.Codec.Decode(recorded.Type, recorded.Data)
			if err != nil {
				yield(Past{}, fmt.Errorf("read the past of %s: %w", name, err))
				return
			}
			if !yield(Past{ID: recorded.ID, Actor: recorded.Meta.Actor, At: timeOf(recorded), Payload: payload}, nil) {
				return
			}
		}
	}
}

// Readable returns the payload of a past event with its texts readable.
func (e *Entity[S, C]) Readable(ctx context.Context, p Past) (any, error) {
	payloads := []any{p.Payload}
	if texts := e.tx.handler.Texts; texts != nil {
		event := eventlog.Recorded{Event: eventlog.Event{ID: p.ID}, Stream: e.stream.stream}
		if err := texts.Open(ctx, []eventlog.Recorded{event}, payloads); err != nil {
			return nil, fmt.Errorf("read the past of %s: %w", e.stream.stream, err)
		}
	}
	return payloads[0], nil
}
