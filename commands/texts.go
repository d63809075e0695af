package commands

import (
	"context"

	"github.com/modyard/modyard/eventlog"
)

// Texts stores texts that people can have erased (identity/erasure): sealed in the log, readable for rules.
type Texts interface {
	// SealAll replaces each payload with the form that the log may store. Payloads and events have the same order.
	SealAll(ctx context.Context, events []eventlog.Recorded, payloads []any) error
	// Open replaces each payload with one whose texts are readable. Payloads and events have the same order.
	Open(ctx context.Context, events []eventlog.Recorded, payloads []any) error
	// RequestHash is the form of a request's hash that the log may store, given the sealed payloads.
	RequestHash(ctx context.Context, hash string, payloads ...any) (string, error)
	// SameRequest compares a request's hash with the stored form.
	SameRequest(ctx context.Context, hash, stored string) (bool, error)
}

// readable opens the texts of the events that were read, with one query of the vault.
func (h *Handler) readable(ctx context.Context, reads ...*read) error {
	if h.Texts == nil {
		return nil
	}
	var events []eventlog.Recorded
	var payloads []any
	for _, r := range reads {
		for _, e := range r.history {
			events = append(events, eventlog.Recorded{Event: eventlog.Event{ID: e.id}, Stream: r.stream})
			payloads = append(payloads, e.payload)
		}
	}
	if len(events) == 0 {
		return nil
	}
	if err := h.Texts.Open(ctx, events, payloads); err != nil {
		return err
	}
	for _, r := range reads {
		for i := range r.history {
			r.history[i].payload, payloads = payloads[0], payloads[1:]
		}
	}
	return nil
}

// sealed are the payloads of the new events by their numbers, in the form that the log may store. Without a vault, the
// codec rejects a text that can be erased.
func (tx *Tx) sealed(ctx context.Context) ([]any, error) {
	events, payloads := make([]eventlog.Recorded, tx.count), make([]any, tx.count)
	for _, r := range tx.reads {
		for _, e := range r.events {
			events[e.number] = eventlog.Recorded{Event: eventlog.Event{ID: tx.eventID(e)}, Stream: r.stream}
			payloads[e.number] = e.Payload
		}
	}
	if tx.handler.Texts == nil {
		return payloads, nil
	}
	return payloads, tx.handler.Texts.SealAll(ctx, events, payloads)
}
