package runtime

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/watermark"
)

// notifier sends the positions of read models to other processes, outside of the transactions that move them: a
// commit with a notification waits for every other such commit, and so for the fsync of an append. Only the newest
// positions are sent.
type notifier struct {
	mu    sync.Mutex
	marks map[string]eventlog.Position // not sent yet
	woken chan struct{}
}

func newNotifier() *notifier {
	return &notifier{marks: map[string]eventlog.Position{}, woken: make(chan struct{}, 1)}
}

// enqueue stores a position until notifyLoop sends it.
func (n *notifier) enqueue(name string, at eventlog.Position) {
	n.mu.Lock()
	n.marks[name] = max(n.marks[name], at)
	n.mu.Unlock()
	select {
	case n.woken <- struct{}{}:
	default:
	}
}

// take returns and clears the payloads of all queued positions.
func (n *notifier) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	payloads := make([]string, 0, len(n.marks))
	for _, name := range slices.Sorted(maps.Keys(n.marks)) {
		payloads = append(payloads, watermark.Payload(name, uint64(n.marks[name])))
	}
	clear(n.marks)
	return payloads
}

// notifyEvery is the minimum interval between notifications of a process.
const notifyEvery = 5 * time.Millisecond

const notifyMarks = `
SELECT set_config('synchronous_commit', 'off', true), (SELECT count(pg_notify($1, p)) FROM unnest($2::text[]) AS p)`

// notifyLoop sends positions until the context ends. It does not repeat a failed notification: every process also
// reads the checkpoints periodically.
func (r *Runner) notifyLoop(ctx context.Context) {
	for {
		select {
		case <-r.notifier.woken:
		case <-ctx.Done():
			return
		}
		sending, cancel := context.WithTimeout(ctx, lookTimeout)
		err := only(r.pool.Exec(sending, notifyMarks, watermark.Channel, r.notifier.take()))
		cancel()
		if err != nil && ctx.Err() == nil {
			r.logger.WarnContext(ctx, "the read models' positions were not sent to other processes", "error", err)
		}
		if !pause.For(ctx, notifyEvery) {
			return
		}
	}
}
