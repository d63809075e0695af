package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// connectTimeout limits one attempt to connect.
const connectTimeout = 5 * time.Second

// pinPlanner pins the query plans that suit a long log. Otherwise a generic plan that is cached while the table streams
// is small becomes a sequential scan, which was 7 times slower until the next autovacuum.
const pinPlanner = `SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off;
SET enable_mergejoin = off; SET enable_sort = off; SET max_parallel_workers_per_gather = 0; SET jit = off`

// guardAppends makes every commit durable, whatever the pool's setting, and lets the server release the lock of
// log_head if a process stopped between its two round trips.
const guardAppends = `SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '10s';
SET default_transaction_isolation = 'read committed'`

// dialer opens connections with the configuration of the program's pool, and then pins their settings.
type dialer struct {
	config *pgxpool.Config
}

// readPool opens the pool for Stream, Follow and Head.
func (d dialer) readPool(ctx context.Context) (*pgxpool.Pool, error) {
	config := d.config.Copy()
	config.MinConns, config.MinIdleConns = 0, 0
	config.MaxConns = int32(max(4, 2*runtime.NumCPU()))
	act := config.AfterConnect
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		return prepare(ctx, conn, act, pinPlanner)
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// connect opens one connection with extra settings.
func (d dialer) connect(ctx context.Context, name, settings string) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	config := d.config.ConnConfig.Copy()
	config.RuntimeParams["application_name"] = name
	if d.config.BeforeConnect != nil {
		if err := d.config.BeforeConnect(ctx, config); err != nil {
			return nil, err
		}
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, conn, d.config.AfterConnect, settings); err != nil {
		drop(conn)
		return nil, err
	}
	return conn, nil
}

func prepare(ctx context.Context, conn *pgx.Conn, act func(context.Context, *pgx.Conn) error, settings string) error {
	if act != nil {
		if err := act(ctx, conn); err != nil {
			return err
		}
	}
	if _, err := conn.PgConn().Exec(ctx, settings).ReadAll(); err != nil {
		return fmt.Errorf("pin settings: %w", err)
	}
	return nil
}

// drop closes a connection without waiting for a server that may be unreachable.
func drop(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = conn.Close(ctx) // safe, because an open transaction is rolled back
}

// refusal returns the server's error if the server rejected a statement, so that nothing of its transaction is stored.
// Every other error is one of the connection and leaves the outcome unknown.
func refusal(err error) (*pgconn.PgError, bool) {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return nil, false
	}
	switch {
	case e.SeverityUnlocalized == "FATAL", e.SeverityUnlocalized == "PANIC":
		return nil, false // the session ended: shutdown, crash of another process, idle in transaction
	case e.Code == "23514" && strings.HasPrefix(e.Message, "no partition"):
		return nil, false // other processes have filled the partitions; a new connection makes more
	case e.Code == "40001", e.Code == "40P01", e.Code == "55P03", e.Code == "25006", strings.HasPrefix(e.Code, "57"):
		return nil, false // a retry may succeed: deadlock, lock timeout, fail-over, cancelled
	}
	return e, true
}
