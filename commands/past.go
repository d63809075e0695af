package commands

import (
	"context"
	"fmt"
	"iter"

	"github.com/modyard/modyard/eventlog"
)

// Past is an event of a thing as the log has it.
type Past struct {
	ID      eventlog.EventID
	Actor   string // account id; empty for the program
	Payload any
}

// Past yields the events of the thing that the decision has read, the newest first, for what its state does not keep. Those
// that the decision adds are not among them.
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
			if !yield(Past{ID: recorded.ID, Actor: recorded.Meta.Actor, Payload: payload}, nil) {
				return
			}
		}
	}
}
