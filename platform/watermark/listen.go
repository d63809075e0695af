package watermark

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pause"
)

// Channel is the Postgres notification channel for marks of other processes.
const Channel = "watermark"

// Payload is the payload on the channel: the projector's transaction ends with SELECT pg_notify(Channel,
// Payload(name, position)).
func Payload(name string, position uint64) string {
	return name + ":" + strconv.FormatUint(position, 10)
}

// ListenOptions configures Listen.
type ListenOptions struct {
	// Query reads every mark as rows (name text, position bigint). It runs at the beginning, after every lost
	// connection, and at each interval, because notifications can be lost. Empty: never.
	Query string
	// Interval between two queries; by default five seconds, and one while the channel is down.
	Interval time.Duration
	// Logger logs failures. Empty: slog.Default().
	Logger *slog.Logger
}

// Listen updates the board with the marks of other processes until the context ends. It survives every failure:
// without the channel it runs the query, without the database it retries.
func (b *Board) Listen(ctx context.Context, pool *pgxpool.Pool, opts ListenOptions) {
	if opts.Interval <= 0 {
		opts.Interval = 5 * time.Second
	}
	if opts.Logger == nil {
		opts.Logger = slog.Default()
	}
	wait := pause.Doubling(50*time.Millisecond, min(time.Second, opts.Interval))
	for ctx.Err() == nil {
		began := time.Now()
		err := b.listen(ctx, pool, opts)
		if ctx.Err() != nil {
			return
		}
		opts.Logger.Warn("watermarks: the notification channel is lost; asking instead until it is back", "error", err)
		if time.Since(began) > 10*time.Second {
			wait.Reset()
		}
		if err := b.ask(ctx, pool, opts.Query); err != nil && ctx.Err() == nil {
			opts.Logger.Warn("watermarks: the database does not answer", "error", err)
		}
		pause.For(ctx, wait.NextBackOff())
	}
}

// listen uses a connection of its own, because it would occupy a connection of the pool for ever.
func (b *Board) listen(ctx context.Context, pool *pgxpool.Pool, opts ListenOptions) error {
	connecting, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := pgx.ConnectConfig(connecting, pool.Config().ConnConfig.Copy())
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	if _, err := conn.Exec(connecting, "LISTEN "+Channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	next := time.Time{} // query once now: notifications from before LISTEN are lost
	for {
		if opts.Query != "" && !time.Now().Before(next) {
			if err := b.ask(ctx, pool, opts.Query); err != nil {
				return err
			}
			next = time.Now().Add(opts.Interval)
		}
		waiting, cancel := context.WithTimeout(ctx, opts.Interval)
		n, err := conn.WaitForNotification(waiting)
		timedOut := waiting.Err() != nil
		cancel()
		switch {
		case err == nil:
			b.take(n.Payload)
		case ctx.Err() != nil:
			return ctx.Err()
		case !timedOut:
			return fmt.Errorf("wait for notifications: %w", err)
		default:
			// A lost connection is as silent as an idle one.
			if err := ping(ctx, conn); err != nil {
				return fmt.Errorf("wait for notifications: %w", err)
			}
		}
	}
}

func ping(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return conn.Ping(ctx)
}

// take publishes a payload; a malformed one is ignored.
func (b *Board) take(payload string) {
	cut := strings.LastIndexByte(payload, ':')
	if cut <= 0 {
		return
	}
	if position, err := strconv.ParseUint(payload[cut+1:], 10, 64); err == nil {
		b.Publish(payload[:cut], position)
	}
}

func (b *Board) ask(ctx context.Context, pool *pgxpool.Pool, query string) error {
	if query == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	rows, err := pool.Query(ctx, query)
	if err != nil {
		return fmt.Errorf("read the marks: %w", err)
	}
	var name string
	var position int64
	if _, err := pgx.ForEachRow(rows, []any{&name, &position}, func() error {
		if position > 0 {
			b.Publish(name, uint64(position))
		}
		return nil
	}); err != nil {
		return fmt.Errorf("read the marks: %w", err)
	}
	return nil
}
