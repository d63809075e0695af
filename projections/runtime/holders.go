package runtime

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// selectHeld are the keys of the leases that somebody has in this database.
const selectHeld = `SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

// holders are the leases that somebody has, as this process saw them last. A follower looks here, by one query for all of them, and
// connects only for a lease that is free: with a connection of its own for each it would take one for each read model in each process.
type holders struct {
	mu   sync.Mutex
	at   time.Time
	keys map[int64]bool
}

// held is whether somebody has a lease, or had it a moment ago.
func (r *Runner) held(ctx context.Context, name string) (bool, error) {
	h := &r.holders
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.at) >= r.opts.LeasePoll/2 {
		ctx, stop := context.WithTimeout(ctx, leaseTimeout)
		defer stop()
		rows, err := r.pool.Query(ctx, selectHeld)
		if err != nil {
			return false, fmt.Errorf("look who leads: %w", err)
		}
		keys := map[int64]bool{}
		var key int64
		if _, err := pgx.ForEachRow(rows, []any{&key}, func() error { keys[key] = true; return nil }); err != nil {
			return false, fmt.Errorf("look who leads: %w", err)
		}
		h.at, h.keys = time.Now(), keys
	}
	return h.keys[lockKey(name)], nil
}

// acquire takes a lease; it returns a nil one where somebody was faster.
func (r *Runner) acquire(ctx context.Context, name string) (context.Context, *lease, error) {
	conn, err := r.connectLease(ctx)
	if err != nil {
		return nil, nil, err
	}
	leading, l, err := tryLease(ctx, conn, name)
	if l == nil {
		closeConn(conn)
	}
	return leading, l, err
}
