package commands

import (
	"context"

	"github.com/modyard/modyard/eventlog"
)

// Texts stores texts that people can have erased (identity/erasure): sealed in the log, readable for rules.
type Texts interface {
	// Seal returns the payload in the form that the log may store.
	Seal(ctx context.Context, stream string, event eventlog.EventID, payload any) (any, error)
	// Open replaces each payload with one whose texts are readable. Payloads and events have the same order.
	Open(ctx context.Context, events []eventlog.Recorded, payloads []any) error
	// RequestHash is the form of a request's hash that the log may store, given the sealed payloads.
	RequestHash(ctx context.Context, hash string, payloads ...any) (string, error)
	// SameRequest compares a request's hash with the stored form.
	SameRequest(ctx context.Context, hash, stored string) (bool, error)
}

// readable opens the texts of the events that were read, with one query of the vault.
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

// encode returns the bytes of an event. Without a vault, the codec rejects a text that can be erased.
func (h *Handler) encode(ctx context.Context, stream string, id eventlog.EventID, payload any) (typ string, data []byte, err error) {
	if h.Texts != nil {
		if payload, err = h.Texts.Seal(ctx, stream, id, payload); err != nil {
			return "", nil, err
		}
	}
	return h.Codec.Encode(payload)
}
