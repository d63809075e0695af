package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const (
	// pollEvery is the maximum delay of a follower if every notification was lost.
	pollEvery = 500 * time.Millisecond

	readHead = `SELECT position FROM log.log_head`
)

// headWatch is the last position that is known to be durable. All followers of a process wait for it, so that their
// number does not load the database.
type headWatch struct {
	mu      sync.Mutex
	at      eventlog.Position
	changed chan struct{} // closed and replaced when at changes
}

func newHeadWatch() *headWatch { return &headWatch{changed: make(chan struct{})} }

// get returns the head and a channel that closes when it changes.
func (h *headWatch) get() (eventlog.Position, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at, h.changed
}

// advance advances the head; it never decreases.
func (h *headWatch) advance(to eventlog.Position) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if to <= h.at {
		return
	}
	h.at = to
	close(h.changed)
	h.changed = make(chan struct{})
}

// Head is the position of the last event, read from the database.
func (l *Log) Head(ctx context.Context) (eventlog.Position, error) {
	var head eventlog.Position
	err := l.read(ctx, func(ctx context.Context) error {
		return l.reads.QueryRow(ctx, l.schema.sql(readHead)).Scan(&head)
	})
	if err != nil {
		return 0, fmt.Errorf("read head: %w", err)
	}
	l.head.advance(head)
	return head, nil
}

// watch updates the head after appends of other processes. Notifications make it fast; polling makes it reliable. A
// connection that fails is replaced, without a limit.
func (l *Log) watch(ctx context.Context) {
	pause := newPause(minBackoff, maxBackoff)
	for {
		err := l.listen(ctx, pause.Reset)
		if ctx.Err() != nil {
			return
		}
		l.logger.Warn("event log: listening interrupted", "error", err)
		select {
		case <-time.After(pause.NextBackOff()):
		case <-ctx.Done():
			return
		}
	}
}

// listen watches through one connection until it breaks.
func (l *Log) listen(ctx context.Context, works func()) error {
	conn, err := l.dial.connect(ctx, "modyard "+l.schema.name+" listen", l.schema.listen())
	if err != nil {
		return err
	}
	defer drop(conn)
	for {
		head, err := l.askHead(ctx, conn)
		if err != nil {
			return err
		}
		works()
		l.head.advance(head)
		if err := l.awaitHead(ctx, conn); err != nil {
			return err
		}
	}
}

// askHead uses a timeout, so that a connection that broke silently is replaced.
func (l *Log) askHead(ctx context.Context, conn *pgx.Conn) (eventlog.Position, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	var head eventlog.Position
	err := conn.QueryRow(ctx, l.schema.sql(readHead)).Scan(&head)
	return head, err
}

// awaitHead returns when the head must be read again: after an interval, or on a notification of a new position. Only
// the table is authoritative.
func (l *Log) awaitHead(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, pollEvery)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			if errors.Is(ctx.Err(), context.DeadlineExceeded) && !conn.IsClosed() {
				return nil
			}
			return err
		}
		notified, err := strconv.ParseUint(n.Payload, 10, 63)
		if known, _ := l.head.get(); err != nil || eventlog.Position(notified) > known {
			return nil
		}
	}
}
