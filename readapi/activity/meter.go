package activity

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/projections/activity"
	"github.com/modyard/modyard/readapi/view"
)

// Meter measures how long after an append readers of this process can see the event: when the watermarks of the feed
// and of the catalogue have passed a new entry, it reads the entry's age by the database's clock.
type Meter struct {
	pool   *pgxpool.Pool
	board  view.Board
	logger *slog.Logger
	last   atomic.Pointer[int64] // milliseconds
}

// NewMeter makes a meter without a measurement; Run measures.
func NewMeter(pool *pgxpool.Pool, board view.Board, logger *slog.Logger) *Meter {
	return &Meter{pool: pool, board: board, logger: logger}
}

// lag is the last measurement in milliseconds, nil before the first.
func (m *Meter) lag() *int64 {
	if m == nil {
		return nil
	}
	return m.last.Load()
}

const age = `
select position, (extract(epoch from clock_timestamp() - recorded) * 1000)::bigint from activity.entries
where position > $1 and position <= $2 order by position desc limit 1`

// Run measures until the context ends. It does not measure at the first watermark: that is the state at start, not an
// arrival.
func (m *Meter) Run(ctx context.Context) error {
	if m.board.Wait(ctx, activity.Name, 1) != nil {
		return nil
	}
	seen := m.board.At(activity.Name)
	for {
		if m.board.Wait(ctx, activity.Name, seen+1) != nil {
			return nil // the context ended
		}
		at := m.board.At(activity.Name)
		if m.board.Wait(ctx, view.Watermark, at) != nil {
			return nil
		}
		err := m.measure(ctx, int64(seen), int64(at))
		if err != nil && ctx.Err() == nil {
			m.logger.WarnContext(ctx, "cannot measure how late the feed is", "error", err)
			pause.For(ctx, time.Second)
		}
		seen = at
	}
}

func (m *Meter) measure(ctx context.Context, after, upTo int64) error {
	var position, ms int64
	err := m.pool.QueryRow(ctx, age, after, upTo).Scan(&position, &ms)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	ms = max(ms, 0)
	m.last.Store(&ms)
	return nil
}
