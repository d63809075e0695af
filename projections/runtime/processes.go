package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pause"
)

// lapseAfter is the number of missed heartbeats after which a process counts as ended.
const lapseAfter = 4

// leaveTimeout is the time limit for a stopping process to remove its entry.
const leaveTimeout = 2 * time.Second

// knownTypes are the event types that this process may write.
type knownTypes struct {
	mu      sync.Mutex
	process string          // its id
	free    map[string]bool // may be written
	err     error           // why the process must stop
}

func (k *knownTypes) refused() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

func (k *knownTypes) refuse(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.err = err
}

// lockTypes orders the registration of processes and the release of event types: a process that registers before a
// release is asked; one that registers after it sees the released type.
func lockTypes(ctx context.Context, tx pgx.Tx) error {
	return only(tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey("event types")))
}

const (
	releasedTypes = `SELECT type FROM runtime.event_types`
	enterProcess  = `
INSERT INTO runtime.processes (id, types, projectors, lapses_at)
VALUES ($1, $2, $3, now() + $4::interval)
ON CONFLICT (id) DO UPDATE SET seen_at = now(), lapses_at = excluded.lapses_at`
	leaveProcess = `DELETE FROM runtime.processes WHERE id = $1`
	forgetLapsed = `DELETE FROM runtime.processes WHERE lapses_at < now() - interval '1 day'`
)

// enter registers this process with the event types that it reads; leave removes it. It fails with ErrUnknownType
// where the log may contain a type that the program does not know.
func (r *Runner) enter(ctx context.Context) (leave func(), err error) {
	id := newHolder()
	r.types.mu.Lock()
	r.types.process = id
	r.types.mu.Unlock()
	if err := r.retryTransient(ctx, func() error { return r.register(ctx, id) }); err != nil {
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
		defer cancel()
		if err := only(r.pool.Exec(ctx, r.scoped(leaveProcess), id)); err != nil {
			r.logger.WarnContext(ctx, "cannot remove the entry of this process; it lapses later", "error", err)
		}
	}, nil
}

// register renews the process's row.
func (r *Runner) register(ctx context.Context, id string) error {
	projectors := []string{}
	for _, p := range r.projectors {
		projectors = append(projectors, target{Projector: p}.String())
	}
	mine := append([]string{}, r.codec.Types()...)
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if err := lockTypes(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, r.scoped(releasedTypes))
		if err != nil {
			return err
		}
		released, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, typ := range released {
			if !slices.Contains(mine, typ) {
				return fmt.Errorf("the log may contain events of type %s: %w", typ, ErrUnknownType)
			}
		}
		r.types.release(released...)
		if err := only(tx.Exec(ctx, r.scoped(forgetLapsed))); err != nil {
			return err
		}
		return only(tx.Exec(ctx, r.scoped(enterProcess), id, mine, projectors, lapseAfter*r.opts.Heartbeat))
	})
	if err != nil {
		return fmt.Errorf("register this process: %w", err)
	}
	return nil
}

// beat renews the process's row until the context ends. A process whose row expired and that then finds a released
// type that it does not know is no longer ready.
func (r *Runner) beat(ctx context.Context) {
	for pause.For(ctx, r.opts.Heartbeat) {
		asking, stop := context.WithTimeout(ctx, lookTimeout)
		err := r.register(asking, r.types.process)
		stop()
		if err != nil && ctx.Err() == nil {
			r.logger.WarnContext(ctx, "cannot renew the entry of this process", "error", err)
		}
		if err == nil || errors.Is(err, ErrUnknownType) {
			r.types.refuse(err)
		}
	}
}

const runningProcesses = `
SELECT EXISTS (SELECT FROM runtime.processes WHERE lapses_at > now() AND $1 = ANY (projectors))`

// running says whether some process runs a projector version.
func (r *Runner) running(ctx context.Context, tx pgx.Tx, t target) (bool, error) {
	var yes bool
	err := tx.QueryRow(ctx, r.scoped(runningProcesses), t.String()).Scan(&yes)
	return yes, err
}
