package runtime

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/watermark"
)

// herald tells other processes how far the read models have come, outside of the transactions that move them: one that
// notifies waits for every other such commit, and so for the log's writing to disk. It tells of the newest positions alone.
type herald struct {
	mu    sync.Mutex
	marks map[string]eventlog.Position // that were not told yet
	woken chan struct{}
}

func newHerald() *herald {
	return &herald{marks: map[string]eventlog.Position{}, woken: make(chan struct{}, 1)}
}

// tell takes a position to be told of soon.
func (h *herald) tell(name string, at eventlog.Position) {
	h.mu.Lock()
	h.marks[name] = max(h.marks[name], at)
	h.mu.Unlock()
	select {
	case h.woken <- struct{}{}:
	default:
	}
}

// take empties the herald.
func (h *herald) take() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	payloads := make([]string, 0, len(h.marks))
	for _, name := range slices.Sorted(maps.Keys(h.marks)) {
		payloads = append(payloads, watermark.Payload(name, uint64(h.marks[name])))
	}
	clear(h.marks)
	return payloads
}

// tellEvery spaces the notifications of a process.
const tellEvery = 5 * time.Millisecond

const tellMarks = `
SELECT set_config('synchronous_commit', 'off', true), (SELECT count(pg_notify($1, p)) FROM unnest($2::text[]) AS p)`

// cry sends what is told until the context ends. What cannot be sent is lost: the checkpoints are read from time to time.
func (r *Runner) cry(ctx context.Context) {
	for {
		select {
		case <-r.herald.woken:
		case <-ctx.Done():
			return
		}
		sending, cancel := context.WithTimeout(ctx, lookTimeout)
		err := only(r.pool.Exec(sending, tellMarks, watermark.Channel, r.herald.take()))
		cancel()
		if err != nil && ctx.Err() == nil {
			r.logger.WarnContext(ctx, "other processes were not told of the read models' positions", "error", err)
		}
		if !pause(ctx, tellEvery) {
			return
		}
	}
}
