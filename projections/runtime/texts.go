package runtime

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// opened returns the events with decrypted texts. It reads the keys when an event is applied, never earlier: the
// texts of an account that is erased later in the log are blanked by that event, and an account that was erased
// before has no key any more.
func (r *Runner) opened(ctx context.Context, events []Event) ([]Event, error) {
	if r.opts.Texts == nil || len(events) == 0 {
		return events, nil
	}
	var at []int
	var recorded []eventlog.Recorded
	var payloads []any
	for i := range events {
		if e := &events[i]; e.Payload != nil && r.opts.Texts.Seals(reflect.TypeOf(e.Payload)) {
			at, recorded, payloads = append(at, i), append(recorded, e.Recorded), append(payloads, e.Payload)
		}
	}
	if len(at) == 0 {
		return events, nil
	}
	if err := r.opts.Texts.Open(ctx, recorded, payloads); err != nil {
		return nil, fmt.Errorf("open texts: %w", err)
	}
	events = slices.Clone(events)
	for n, i := range at {
		events[i].Payload = payloads[n]
	}
	return events, nil
}
