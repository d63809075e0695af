package app

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/platform/pause"

	projecteddownload "github.com/modyard/modyard/projections/download"
)

// hitsCounted is true if every hit that was recorded before a moment is counted: readers see a counter that has reached the end
// that the log of hits had when this was asked. It is false when it is asked before that moment. A hit is recorded when the log
// has it: one that a process still keeps because the log does not answer is not. An event that the counter could not apply is an
// error, because its hits are missing until it is replayed.
func (s *Site) hitsCounted(ctx context.Context, before time.Time) (bool, error) {
	if s.Core.Handler.Clock().Before(before) {
		return false, nil
	}
	return s.Core.Hits.counted(ctx)
}

const (
	countedWait = 5 * time.Second
	countedPoll = 50 * time.Millisecond
)

// counted is true if the counter of downloads reaches the present end of the log within countedWait.
func (h *Hits) counted(ctx context.Context) (bool, error) {
	log, err := h.Log(ctx)
	if err != nil {
		return false, err
	}
	head, err := log.Head(ctx)
	if err != nil {
		return false, fmt.Errorf("read the head of the log of hits: %w", err)
	}
	for began := time.Now(); ; { // others go on recording: the head as it was is enough
		at, err := h.Runner.ReadUpTo(ctx) // of every version, also that which readers see
		if err != nil {
			return false, err
		}
		if at >= head {
			break
		}
		if time.Since(began) > countedWait || !pause.For(ctx, countedPoll) {
			return false, ctx.Err()
		}
	}
	parked, err := h.Runner.Parked(ctx, projecteddownload.Name)
	if err != nil {
		return false, err
	}
	if n := len(parked); n > 0 {
		return false, fmt.Errorf("count the hits: %d events could not be applied, the first is %d: %s", n, parked[0].Position, parked[0].Error)
	}
	return true, nil
}
