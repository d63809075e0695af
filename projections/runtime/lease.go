package runtime

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pause"
)

const (
	leaseCheck   = 5 * time.Second // how often a silent lease connection is checked
	leaseTimeout = 5 * time.Second // time limit for an answer on the lease connection
)

// lockKey is the advisory lock of a name; the prefix avoids locks of other users of the database.
func lockKey(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte("modyard/runtime/" + name))
	return int64(h.Sum64())
}

// lease is an advisory lock on a connection of its own: it ends with the connection.
type lease struct {
	conn   *pgx.Conn
	cancel context.CancelFunc
	done   chan struct{}
}

// leaseIdle is how long the server keeps the lease of a silent process: a stopped one, or one whose machine has
// failed. A running process uses its connection more often.
const leaseIdle = "20s"

// newHolder is the token of one term of a lease; it names the process for operators.
func newHolder() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s:%d:%s", host, os.Getpid(), rand.Text()[:8])
}

// connectLease opens a connection for leases, outside the pool.
func (r *Runner) connectLease(ctx context.Context) (*pgx.Conn, error) {
	ctx, stop := context.WithTimeout(ctx, leaseTimeout)
	defer stop()
	conn, err := pgx.ConnectConfig(ctx, r.pool.Config().ConnConfig)
	if err != nil {
		return nil, fmt.Errorf("connect for a lease: %w", err)
	}
	if _, err := conn.Exec(ctx, `SELECT set_config('idle_session_timeout', $1, false)`, leaseIdle); err != nil {
		closeConn(conn)
		return nil, fmt.Errorf("connect for a lease: %w", err)
	}
	return conn, nil
}

// tryLease takes the lock if it is free, otherwise it returns a nil lease. The returned context ends when the lease
// is lost or released.
func tryLease(ctx context.Context, conn *pgx.Conn, name string) (context.Context, *lease, error) {
	asking, stop := context.WithTimeout(ctx, leaseTimeout)
	defer stop()
	var held bool
	if err := conn.QueryRow(asking, `SELECT pg_try_advisory_lock($1)`, lockKey(name)).Scan(&held); err != nil || !held {
		return nil, nil, err
	}
	leading, cancel := context.WithCancel(ctx)
	l := &lease{conn: conn, cancel: cancel, done: make(chan struct{})}
	go l.watch(leading)
	return leading, l, nil
}

// watch ends the lease's context when its connection breaks.
func (l *lease) watch(ctx context.Context) {
	defer close(l.done)
	defer l.cancel()
	for {
		waiting, stop := context.WithTimeout(ctx, leaseCheck)
		_, err := l.conn.WaitForNotification(waiting)
		quiet := waiting.Err() != nil
		stop()
		if ctx.Err() != nil || err != nil && !quiet {
			return
		}
		proving, stop := context.WithTimeout(ctx, leaseTimeout)
		err = l.conn.Ping(proving)
		stop()
		if err != nil {
			return
		}
	}
}

// release releases the lock by closing its connection.
func (l *lease) release() {
	l.cancel()
	<-l.done
	closeConn(l.conn)
}

func closeConn(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), leaseTimeout)
	defer cancel()
	_ = conn.Close(ctx) // the lock is released either way
}

// await blocks until this process leads the name, or the context ends.
func (r *Runner) await(ctx context.Context, name string) (leading context.Context, l *lease, err error) {
	for {
		var held bool
		if held, err = r.held(ctx, name); err == nil && !held {
			leading, l, err = r.acquire(ctx, name)
		}
		if l != nil {
			return leading, l, nil
		}
		if err != nil && ctx.Err() == nil {
			r.logger.WarnContext(ctx, "no lease", "projector", name, "error", err)
		}
		if !pause.For(ctx, r.opts.LeasePoll) {
			return nil, nil, ctx.Err()
		}
	}
}

// Lead blocks until this process has the lead of the name, which is not a projector's, for work beside the read
// models. The returned context ends when the lead is lost; release gives it up. A leader may notice a lost lead late,
// so its work must tolerate a second leader for a moment.
func (r *Runner) Lead(ctx context.Context, name string) (leading context.Context, release func(), err error) {
	leading, l, err := r.await(ctx, "lead/"+name)
	if err != nil {
		return nil, nil, err
	}
	return leading, l.release, nil
}

// lingering is how long a lock may persist after its connection was closed to release it.
const lingering = 2 * time.Second

// exclusive takes the lock shared by rebuilds and verifications of one read model.
func (r *Runner) exclusive(ctx context.Context, name string) (context.Context, *lease, error) {
	conn, err := r.connectLease(ctx)
	if err != nil {
		return nil, nil, err
	}
	for begin := time.Now(); ; {
		leading, l, err := tryLease(ctx, conn, "scratch/"+name)
		if l != nil {
			return leading, l, nil
		}
		if err == nil && time.Since(begin) < lingering && pause.For(ctx, lingering/40) {
			continue
		}
		closeConn(conn)
		if err == nil {
			err = fmt.Errorf("%s: %w", name, ErrBusy)
		}
		return nil, nil, err
	}
}

// retry spaces repeated attempts: the pause grows with each consecutive failure.
type retry struct{ *backoff.ExponentialBackOff }

func newRetry() retry {
	return retry{&backoff.ExponentialBackOff{
		InitialInterval: 50 * time.Millisecond, Multiplier: 2,
		MaxInterval: 2 * time.Second, // short, because people wait for their changes when the database is back
	}}
}

func (r retry) wait(ctx context.Context, err error) bool {
	if errors.Is(err, errMoved) {
		return ctx.Err() == nil // not a failure: read the checkpoint and continue from it
	}
	return pause.For(ctx, r.NextBackOff())
}
