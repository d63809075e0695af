package commands

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// Writable says whether events of the given types may be written now. During a deployment a type that is new waits until
// every running process knows it, because an older one stops at an event that it cannot read.
type Writable interface {
	Writable(ctx context.Context, types ...string) error
}

// writable asks for all types of an append at once.
func (h *Handler) writable(ctx context.Context, writes []eventlog.Write) error {
	if h.Types == nil {
		return nil
	}
	var types []string
	for _, w := range writes {
		for _, e := range w.Events {
			types = append(types, e.Type)
		}
	}
	if err := h.Types.Writable(ctx, types...); err != nil {
		return fmt.Errorf("ask whether the events may be written: %w", err)
	}
	return nil
}
