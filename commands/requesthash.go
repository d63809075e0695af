package commands

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/platform/idempotency"
)

// requestHash is the form of the hash that the log stores after the texts of the decision were sealed.
func (tx *Tx) requestHash(ctx context.Context) (string, error) {
	if tx.handler.Texts == nil {
		return tx.request.Hash, nil
	}
	var payloads []any
	for _, r := range tx.reads {
		for _, e := range r.events {
			payloads = append(payloads, e.Payload)
		}
	}
	hash, err := tx.handler.Texts.RequestHash(ctx, tx.request.Hash, payloads...)
	if err != nil {
		return "", fmt.Errorf("hash the request of %s: %w", tx.request.Command, err)
	}
	return hash, nil
}

// recognise checks whether a command in a stream is the decision's own. It returns an error if another request has its
// id.
func (tx *Tx) recognise(ctx context.Context, command, stored string, handled *bool) error {
	if command == "" || command != tx.request.Command {
		return nil
	}
	if stored != "" && tx.request.Hash != "" {
		same := stored == tx.request.Hash
		if !same && tx.handler.Texts != nil {
			var err error
			if same, err = tx.handler.Texts.SameRequest(ctx, tx.request.Hash, stored); err != nil {
				return fmt.Errorf("compare the request of %s: %w", command, err)
			}
		}
		if !same {
			return idempotency.ErrReused()
		}
	}
	*handled = true
	return nil
}
