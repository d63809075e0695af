package memory

import (
	"context"

	"github.com/modyard/modyard/eventlog"
)

// cutEvents is the number of events that are dropped at once, so that the engine is like those with partitions.
const cutEvents = 100

var _ eventlog.Truncater = (*Log)(nil)

// First is the position of the first kept event.
func (l *Log) First(ctx context.Context) (eventlog.Position, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.first, ctx.Err()
}

// Cut is a position from which the log can be kept.
func (l *Log) Cut(ctx context.Context) (eventlog.Position, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if cut := (l.first/cutEvents + 1) * cutEvents; int(cut) <= len(l.events) {
		return cut, ctx.Err()
	}
	return 0, eventlog.ErrWhole
}

// Truncate hides the events before a position.
func (l *Log) Truncate(ctx context.Context, first eventlog.Position) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if int(first) > len(l.events) || first%cutEvents != 0 {
		return eventlog.ErrWhole
	}
	l.first = max(l.first, first)
	return ctx.Err()
}

// begin is the position after which a reader reads.
func (l *Log) begin(after eventlog.Position) (eventlog.Position, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if after == 0 {
		return l.first - 1, nil
	}
	return after, eventlog.Dropped(after, l.first)
}
