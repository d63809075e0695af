// Package postgres is the event log in PostgreSQL: schema log of migrations/00002_log.sql, or a schema of the same shape
// whose oldest partitions can be dropped (00102_hits.sql).
//
// Two goroutines, the appenders, write for the whole process: they collect the appends that wait while a commit is in
// progress and store them in one transaction. Other processes do the same. Each transaction locks the row log_head from
// its first statement to its commit; this lock puts all transactions in one order.
package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
)

// closeGrace is how long Close waits for accepted appends.
const closeGrace = 5 * time.Second

// Log is an event log in PostgreSQL. Create one with Open; it is safe for concurrent use.
type Log struct {
	dial     dialer
	reads    *pgxpool.Pool // its own connections, with pinned plans
	head     *headWatch
	tail     *tail
	queue    chan *request
	logger   *slog.Logger
	patience time.Duration
	engine   string
	schema   schema

	ctx           context.Context // of all background work; ends when Close stops waiting
	cancel        context.CancelFunc
	closing       chan struct{} // closed by Close
	stopListening context.CancelFunc
	once          sync.Once
	running       sync.WaitGroup
}

var _ eventlog.Log = (*Log)(nil)

// Option configures a Log.
type Option func(*Log)

// WithLogger sends messages about lost connections to a logger instead of slog.Default.
func WithLogger(logger *slog.Logger) Option {
	return func(l *Log) { l.logger = logger }
}

// WithPatience sets how long an append waits for an unavailable server before it fails with *eventlog.Unavailable,
// instead of 15 seconds.
func WithPatience(d time.Duration) Option {
	return func(l *Log) { l.patience = d }
}

// WithEngine gives the log another name than "postgres", for a log in another database: positions of two logs cannot be
// compared.
func WithEngine(name string) Option {
	return func(l *Log) { l.engine = name }
}

// WithSchema places the log in another schema than "log", which has the same tables and functions, in partitions of that
// many positions (migrations/00102_hits.sql). The name is also that of the notification channel.
func WithSchema(name string, partition int64) Option {
	return func(l *Log) { l.schema.name, l.schema.partition = name, partition }
}

// Open starts a log on the database of a pool, whose connections have the program's role. The log uses the pool's
// configuration and opens its own connections: two to append, one to listen and a few to read. Close it before the
// database is closed.
func Open(ctx context.Context, pool *pgxpool.Pool, options ...Option) (*Log, error) {
	l := &Log{
		dial:     dialer{config: pool.Config()},
		head:     newHeadWatch(),
		queue:    make(chan *request, maxBatchRequests),
		logger:   slog.Default(),
		patience: defaultPatience,
		engine:   "postgres",
		schema:   schema{name: mainSchema, partition: mainPartition},
		closing:  make(chan struct{}),
	}
	for _, option := range options {
		option(l)
	}
	l.tail = newTail(l.readWhole)
	var err error
	if l.reads, err = l.dial.readPool(ctx); err != nil {
		return nil, fmt.Errorf("open event log: %w", err)
	}
	if _, err := l.Head(ctx); err != nil {
		l.reads.Close()
		return nil, fmt.Errorf("open event log: %w", err)
	}
	if err := l.findTruncation(ctx); err != nil {
		l.reads.Close()
		return nil, fmt.Errorf("open event log: %w", err)
	}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	order := make(turns, 1)
	for range appenders {
		l.running.Go(func() { (&appender{log: l, turn: turn{turns: order}}).run() })
	}
	listening, stopListening := context.WithCancel(l.ctx)
	l.stopListening = stopListening
	l.running.Go(func() { l.watch(listening) })
	return l, nil
}

// Engine names the engine, and its log if that is not in the site's own database.
func (l *Log) Engine() string { return l.engine }

// Close waits a few seconds for accepted appends, then ends every goroutine of the log and closes its connections.
// Later calls fail with eventlog.ErrClosed.
func (l *Log) Close() {
	l.once.Do(func() {
		close(l.closing)
		l.stopListening()
		giveUp := time.AfterFunc(closeGrace, l.cancel)
		defer giveUp.Stop()
		l.running.Wait()
		l.cancel()
		l.reads.Close()
	})
}
