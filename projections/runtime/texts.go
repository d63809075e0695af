package runtime

import (
	"context"
	"fmt"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// opened gives the events with texts that can be read. It asks for the keys each time an event is applied, never
// earlier: an account whose erasure follows in the log has its texts blanked by that event, and one whose erasure
// came before has no key any more.
func (r *Runner) opened(ctx context.Context, events []Event) ([]Event, error) {
	if r.opts.Texts == nil || len(events) == 0 {
		return events, nil
	}
	recorded, payloads := make([]eventlog.Recorded, len(events)), make([]any, len(events))
	for i, e := range events {
		recorded[i], payloads[i] = e.Recorded, e.Payload
	}
	if err := r.opts.Texts.Open(ctx, recorded, payloads); err != nil {
		return nil, fmt.Errorf("open texts: %w", err)
	}
	events = slices.Clone(events)
	for i := range events {
		events[i].Payload = payloads[i]
	}
	return events, nil
}
