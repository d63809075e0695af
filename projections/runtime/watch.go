package runtime

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pause"
)

const watchCheckpoints = `
SELECT c.name, c.version, c.position, c.serving, c.event_at, c.halted,
       coalesce((SELECT s.version FROM runtime.checkpoints s WHERE s.name = c.name AND s.serving), 0),
       (SELECT count(*) FROM runtime.parked_events p WHERE p.name = c.name AND p.version = c.version)
FROM runtime.checkpoints c WHERE c.slot = ''`

// dropEvery is how often retired versions are dropped.
const dropEvery = time.Minute

// lookTimeout is the time limit of one look: a silently lost connection must not stop the loop.
const lookTimeout = 10 * time.Second

// watch reads all checkpoints periodically: for processes that do not lead, for lost notifications, and for the lag
// metrics.
func (r *Runner) watch(ctx context.Context) {
	var dropped time.Time
	for {
		if err := r.look(ctx); err != nil && ctx.Err() == nil {
			r.logger.WarnContext(ctx, "cannot read the checkpoints", "error", err)
		}
		if time.Since(dropped) >= dropEvery {
			dropped = time.Now()
			for _, name := range r.Names() {
				if err := r.dropRetired(ctx, name); err != nil && ctx.Err() == nil {
					r.logger.WarnContext(ctx, "cannot drop retired tables", "projector", name, "error", err)
				}
			}
		}
		if !pause.For(ctx, r.opts.WatchPoll) {
			return
		}
	}
}

// look reads all checkpoints once. It reads the head first, so that a checkpoint at or past it has caught up.
func (r *Runner) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	head, err := r.log.Head(ctx)
	if err != nil {
		return err
	}
	rows, err := r.pool.Query(ctx, watchCheckpoints)
	if err != nil {
		return err
	}
	var name string
	var version int
	var position int64
	var row watched
	_, err = pgx.ForEachRow(rows, []any{&name, &version, &position, &row.serving, &row.eventAt, &row.halted, &row.served, &row.parked}, func() error {
		row.at = eventlog.Position(position)
		if row.serving && r.board != nil {
			r.board.Publish(name, uint64(row.at))
		}
		if t, ok := r.given(name, version); ok {
			r.note(t, head, row)
		}
		return nil
	})
	return err
}

// watched is the state of a checkpoint at one look.
type watched struct {
	at             eventlog.Position
	serving        bool
	eventAt        *time.Time
	halted         string
	served, parked int
}

func (r *Runner) note(t target, head eventlog.Position, row watched) {
	at, parked := row.at, row.parked
	var lag time.Duration
	if at < head && row.eventAt != nil {
		lag = max(0, time.Since(*row.eventAt))
	}
	key := t.String()
	var leads bool
	r.progress.change(key, func(p *Progress) {
		p.Name, p.Version = t.Name, t.Version
		if at > p.Position || !p.Leads { // a leader's own value is newer
			p.moveTo(at)
		}
		p.Head, p.Lag, p.Serving, p.Parked, p.Halted, p.Served = head, lag, row.serving, parked, row.halted, row.served
		p.CaughtUp = p.CaughtUp || at >= head
		leads = p.Leads
	})
	m := r.metrics
	m.position.WithLabelValues(key).Set(float64(at))
	m.lagSeconds.WithLabelValues(key).Set(lag.Seconds())
	m.parked.WithLabelValues(key).Set(float64(parked))
	m.leader.WithLabelValues(key).Set(flag(leads))
	if eventlog.Dense(r.log.Engine()) {
		m.lagEvents.WithLabelValues(key).Set(float64(max(head, at) - at))
	}
}

func flag(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
