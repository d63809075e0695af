package commands

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/platform/idempotency"
)

// requestHash is what the log holds of the request, once the texts of the decision were sealed.
func (d *Decision) requestHash(ctx context.Context) (string, error) {
	if d.handler.Texts == nil {
		return d.request.Hash, nil
	}
	var payloads []any
	for _, r := range d.reads {
		for _, e := range r.events {
			payloads = append(payloads, e.payload)
		}
	}
	hash, err := d.handler.Texts.RequestHash(ctx, d.request.Hash, payloads...)
	if err != nil {
		return "", fmt.Errorf("hash the request of %s: %w", d.request.Command, err)
	}
	return hash, nil
}

// recognise says whether a command that stands is the decision's own. Another request under its id is refused.
func (d *Decision) recognise(ctx context.Context, command, stored string, handled *bool) error {
	if command == "" || command != d.request.Command {
		return nil
	}
	if stored != "" && d.request.Hash != "" {
		same := stored == d.request.Hash
		if !same && d.handler.Texts != nil {
			var err error
			if same, err = d.handler.Texts.SameRequest(ctx, d.request.Hash, stored); err != nil {
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
