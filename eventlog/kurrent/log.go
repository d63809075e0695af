// Package kurrent is the event log on a KurrentDB (EventStoreDB) cluster, 26.1 or later, behind the port eventlog.Log.
//
// A position is the log position of a record: it grows, but it is a byte offset, not a count. So Stream reports a
// missing event (truncated, scavenged) with *eventlog.Missing, because of its revisions, but Follow cannot: a record
// that the server removed leaves no gap in the positions. A stream that was deleted as a whole has no events.
//
// The recording time of an event is that of its metadata if the event was copied from another log, otherwise the
// server's creation date, which never decreases within one Stream or Follow: two reads may differ by the difference of
// the nodes' clocks.
//
// The engine wraps the official client and hides its defects; connection.go, call.go, tail.go and append.go describe
// them. The caller sees only the port: one *Conflict, one *Unavailable, calls that end with their context, followers
// that continue after any outage.
package kurrent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modyard/modyard/eventlog"
)

const (
	// engine is the first part of the name of every log of this engine.
	engine = "kurrent"

	// defaultPatience is how long a call waits for an unavailable cluster, including an election.
	defaultPatience = 15 * time.Second
	// closeGrace is how long Close waits for accepted calls.
	closeGrace = 5 * time.Second
)

// Log is an event log on a KurrentDB cluster. Create one with Open; it is safe for concurrent use.
type Log struct {
	connection *connection
	tail       *tail
	logger     *slog.Logger
	patience   time.Duration
	identity   string

	// known is the largest position of an event that this process has seen. looked is a position up to which the
	// process has found no event after known. A new append has a position after both.
	known, looked atomic.Uint64

	ctx     context.Context // of every call and of all background work; ends when Close stops waiting
	cancel  context.CancelFunc
	closing chan struct{} // closed by Close

	mu      sync.Mutex
	closed  bool
	tailing bool           // the tail was started
	calls   sync.WaitGroup // calls that may finish during Close
	running sync.WaitGroup // goroutines of the log
}

var _ eventlog.Log = (*Log)(nil)

// Option configures a Log.
type Option func(*Log)

// WithLogger sends messages about lost connections to a logger instead of slog.Default.
func WithLogger(logger *slog.Logger) Option {
	return func(l *Log) { l.logger = logger }
}

// WithPatience sets how long a call waits for an unavailable cluster before it fails with *eventlog.Unavailable,
// instead of 15 seconds.
func WithPatience(d time.Duration) Option {
	return func(l *Log) { l.patience = d }
}

// Open connects to the cluster of a connection string (kurrentdb://user:password@host:2113?tls=true…, with +discover or
// several hosts for a cluster). It fails if the cluster cannot be reached within the patience, is older than 26.1, does
// not let the account read $all, or contains events of another format. Errors never contain the password. The caller
// must close the log.
func Open(ctx context.Context, url string, options ...Option) (*Log, error) {
	l := &Log{logger: slog.Default(), patience: defaultPatience, closing: make(chan struct{}), tail: newTail()}
	for _, option := range options {
		option(l)
	}
	config, err := parse(url)
	if err != nil {
		return nil, fmt.Errorf("open event log: %w", err)
	}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	l.connection = newConnection(l.ctx, &l.running, config, l.logger, l.patience)
	if err := l.start(ctx); err != nil {
		l.Close()
		return nil, fmt.Errorf("open event log: %w", err)
	}
	return l, nil
}

func (l *Log) start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	if err := l.connection.first(ctx); err != nil {
		return err
	}
	_, head, err := l.ends(ctx) // also checks that the account may read
	if err != nil {
		return err
	}
	l.identity, err = l.identify(ctx, head > 0)
	return err
}

// startTail starts to read new events for this process's followers.
func (l *Log) startTail(end eventlog.Position) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return eventlog.ErrClosed
	}
	if !l.tailing {
		l.tailing = true
		l.tail.begin(end)
		l.running.Go(func() { l.followTail(l.ctx) })
	}
	return nil
}

// Engine names the engine and the database, by an id that the database got when it was first used: a checkpoint of one
// database is rejected on another, even if either was moved.
func (l *Log) Engine() string { return engine + " " + l.identity }

// Close waits a few seconds for accepted calls, then ends every goroutine of the log and its connection. Later calls
// fail with eventlog.ErrClosed.
func (l *Log) Close() {
	l.mu.Lock()
	first := !l.closed
	l.closed = true
	l.mu.Unlock()
	if first {
		close(l.closing)
	}
	giveUp := time.AfterFunc(closeGrace, l.cancel)
	defer giveUp.Stop()
	l.calls.Wait()
	l.cancel()
	l.connection.close()
	l.running.Wait()
}

// enter begins a call for which Close waits. leave must be called.
func (l *Log) enter(ctx context.Context) (bound context.Context, leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, nil, eventlog.ErrClosed
	}
	l.calls.Add(1)
	bound, release := l.bind(ctx)
	return bound, func() {
		release()
		l.calls.Done()
	}, nil
}

// bind returns a context that ends with the caller's and with the log.
func (l *Log) bind(ctx context.Context) (context.Context, func()) {
	bound, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(l.ctx, func() { cancel(eventlog.ErrClosed) })
	return bound, func() {
		stop()
		cancel(nil)
	}
}

// ended returns why a bound context ended: the end of the log takes precedence over the caller's.
func ended(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), eventlog.ErrClosed) {
		return eventlog.ErrClosed
	}
	return ctx.Err()
}

// saw records an existing position of an event.
func (l *Log) saw(at eventlog.Position) { raise(&l.known, at) }

// floor is a position before that of every append that begins now.
func (l *Log) floor() eventlog.Position {
	return eventlog.Position(max(l.known.Load(), l.looked.Load()))
}

// raise advances a position; it never decreases.
func raise(to *atomic.Uint64, at eventlog.Position) {
	for {
		old := to.Load()
		if uint64(at) <= old || to.CompareAndSwap(old, uint64(at)) {
			return
		}
	}
}
