package runtime

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const watchCheckpoints = `
SELECT c.name, c.version, c.position, c.serving, c.event_at,
       (SELECT count(*) FROM runtime.parked_events p WHERE p.name = c.name AND p.version = c.version)
FROM runtime.checkpoints c WHERE c.slot = ''`

// dropEvery is how often retired versions are looked for.
const dropEvery = time.Minute

// lookTimeout bounds one reading: a connection that went silently dead must not end the readings.
const lookTimeout = 10 * time.Second

// watch reads all checkpoints from time to time: the truth behind the notifications, for processes that do
// not lead, and the source of the lag metrics.
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
		if !pause(ctx, r.opts.WatchPoll) {
			return
		}
	}
}

// look takes one reading. The head is read first, so that a checkpoint at or past it has caught up.
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
	var version, parked int
	var position int64
	var serving bool
	var eventAt *time.Time
	_, err = pgx.ForEachRow(rows, []any{&name, &version, &position, &serving, &eventAt, &parked}, func() error {
		at := eventlog.Position(position)
		if serving && r.board != nil {
			r.board.Publish(name, uint64(at))
		}
		if t, ok := r.given(name, version); ok {
			r.note(t, at, head, serving, eventAt, parked)
		}
		return nil
	})
	return err
}

func (r *Runner) note(t target, at, head eventlog.Position, serving bool, eventAt *time.Time, parked int) {
	var lag time.Duration
	if at < head && eventAt != nil {
		lag = max(0, time.Since(*eventAt))
	}
	key := t.String()
	var leads bool
	r.progress.change(key, func(p *Progress) {
		p.Name, p.Version = t.Name, t.Version
		if at > p.Position {
			p.moveTo(at)
		}
		p.Head, p.Lag, p.Serving, p.Parked = head, lag, serving, parked
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
