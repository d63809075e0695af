package commands

import (
	"context"

	"github.com/modyard/modyard/eventlog"
)

// Texts keeps texts that people can have erased (identity/erasure): sealed in the log, readable for rules.
type Texts interface {
	// Seal gives the payload as the log may hold it.
	Seal(ctx context.Context, stream string, event eventlog.EventID, payload any) (any, error)
	// Open replaces each payload, decoded from the event of the same place, by one whose texts can be read.
	Open(ctx context.Context, events []eventlog.Recorded, payloads []any) error
	// RequestHash is what the log holds of a request whose payloads were sealed.
	RequestHash(ctx context.Context, hash string, payloads ...any) (string, error)
	// SameRequest compares a request's hash with what the log holds.
	SameRequest(ctx context.Context, hash, stored string) (bool, error)
}

// readable opens the texts of what was read, with one question to the vault.
func (h *Handler) readable(ctx context.Context, r *read) error {
	if h.Texts == nil || len(r.history) == 0 {
		return nil
	}
	events, payloads := make([]eventlog.Recorded, len(r.history)), make([]any, len(r.history))
	for i, e := range r.history {
		events[i], payloads[i] = eventlog.Recorded{Event: eventlog.Event{ID: e.id}, Stream: r.stream}, e.payload
	}
	if err := h.Texts.Open(ctx, events, payloads); err != nil {
		return err
	}
	for i := range r.history {
		r.history[i].payload = payloads[i]
	}
	return nil
}

// encode gives the bytes of an event. Without a vault the codec refuses a text that can be erased.
func (h *Handler) encode(ctx context.Context, stream string, id eventlog.EventID, payload any) (typ string, data []byte, err error) {
	if h.Texts != nil {
		if payload, err = h.Texts.Seal(ctx, stream, id, payload); err != nil {
			return "", nil, err
		}
	}
	return h.Codec.Encode(payload)
}
