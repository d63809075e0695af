package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// ErrRunning says that another process runs projectors.
var ErrRunning = errors.New("the site is running: stop every serve and worker first")

// Quiesce takes the lead of every projector, so that no other process runs one until release is called or the
// returned context has ended. It fails with ErrRunning where another process runs one.
func (r *Runner) Quiesce(ctx context.Context) (held context.Context, release func(), err error) {
	conn, err := r.connectLease(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("quiesce: %w", err)
	}
	for _, p := range r.projectors {
		var free bool
		err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, lockKey(target{Projector: p}.String())).Scan(&free)
		if err == nil && !free {
			err = ErrRunning
		}
		if err != nil {
			closeConn(conn)
			return nil, nil, fmt.Errorf("quiesce: %s: %w", p.Name, err)
		}
	}
	held, l, err := tryLease(ctx, conn, "quiesce")
	if l == nil {
		closeConn(conn)
		return nil, nil, fmt.Errorf("quiesce: %w", errors.Join(err, ErrRunning))
	}
	return held, l.release, nil
}

// Rebase moves every read model from another log to the runner's log, which has the same events. It rebuilds them one
// by one, because their rows contain positions, as versions of documents and as sort keys, and the log's times of
// durable appends. Read models that were moved already are skipped, so that an interrupted call can be repeated.
// rebuilt is called for each.
func (r *Runner) Rebase(ctx context.Context, rebuilt func(name string)) error {
	for _, name := range r.Names() {
		stale, err := r.elsewhere(ctx, name)
		if err != nil {
			return fmt.Errorf("rebase %s: %w", name, err)
		}
		if len(stale) == 0 {
			continue
		}
		p, err := r.newest(name)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(stale, func(c version) bool { return c.serving || c.version == p.Version }) {
			if err := r.Rebuild(ctx, name); err != nil {
				return err
			}
			rebuilt(name)
		}
		if err := r.discardOthers(ctx, name); err != nil {
			return fmt.Errorf("rebase %s: %w", name, err)
		}
	}
	return nil
}

type version struct {
	version int
	serving bool
}

// elsewhere lists the versions of a read model that belong to another log.
func (r *Runner) elsewhere(ctx context.Context, name string) ([]version, error) {
	log, err := r.identify(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := r.pool.Query(ctx, `
		SELECT version, serving FROM runtime.checkpoints
		WHERE name = $1 AND slot = '' AND (engine <> $2 OR generation <> $3 AND position > 0)`,
		name, log.engine, log.generation)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (v version, err error) {
		return v, row.Scan(&v.version, &v.serving)
	})
}

// discardOthers drops versions of another log that do not serve: they cannot advance any more.
func (r *Runner) discardOthers(ctx context.Context, name string) error {
	stale, err := r.elsewhere(ctx, name)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		for _, v := range stale {
			if v.serving {
				return fmt.Errorf("version %d serves, which this program does not have", v.version)
			}
			if err := (target{Projector: Projector{Name: name, Version: v.version}}).discard(ctx, tx); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `DELETE FROM runtime.parked_events WHERE name = $1 AND version = $2`, name, v.version); err != nil {
				return err
			}
		}
		return nil
	})
}
