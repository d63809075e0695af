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
	// pollEvery is how late a follower is when every notification was lost.
	pollEvery = 500 * time.Millisecond

	readHead = `SELECT position FROM log.log_head`
	listen   = `LISTEN log`
)

// headWatch is the last position that is known to be durable. All followers of a process wait on it, so
// that their number costs the database nothing.
type headWatch struct {
	mu      sync.Mutex
	at      eventlog.Position
	changed chan struct{} // closed and replaced when at moves
}

func newHeadWatch() *headWatch { return &headWatch{changed: make(chan struct{})} }

// get gives the head and a channel that closes when it moves.
func (h *headWatch) get() (eventlog.Position, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at, h.changed
}

// advance moves the head; it never goes back.
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
		return l.reads.QueryRow(ctx, readHead).Scan(&head)
	})
	if err != nil {
		return 0, fmt.Errorf("read head: %w", err)
	}
	l.head.advance(head)
	return head, nil
}

// watch keeps the head up to date with what other processes append. Notifications make it quick;
// polling is what it relies on. A connection that fails is replaced, for ever.
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

// listen watches over one connection until it breaks.
func (l *Log) listen(ctx context.Context, works func()) error {
	conn, err := l.dial.connect(ctx, "modyard log listen", listen)
	if err != nil {
		return err
	}
	defer drop(conn)
	for {
		head, err := askHead(ctx, conn)
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

// askHead does not wait for a connection that went silently dead: another one is opened.
func askHead(ctx context.Context, conn *pgx.Conn) (eventlog.Position, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	var head eventlog.Position
	err := conn.QueryRow(ctx, readHead).Scan(&head)
	return head, err
}

// awaitHead returns when it is time to read the head again: after an interval, or on a notification of a position that this
// process does not know yet. The table alone is the truth.
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
