package transparency

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Counts are the figures of decisions that stand, and the number of those that were undone in the same time. The waits are
// those of the rounds that were decided, each from its own submission; a round whose submission is of the demonstration data has
// none, so Measured and not the number of decisions says what the waits are made from. They are null where none is known.
type Counts struct {
	Approved      int64 `json:"approved" doc:"通过"`
	Rejected      int64 `json:"rejected" doc:"拒绝"`
	Withheld      int64 `json:"withheld" doc:"保留"`
	Overturned    int64 `json:"overturned" doc:"这段时间内被撤销的决定，不论何时作出；不再计入上面三项"`
	Measured      int64 `json:"measured" doc:"其中等待时间已知的轮数：提交不是演示数据。中位数和 95 百分位由它们得出"`
	MedianSeconds *int  `json:"median_seconds" doc:"从提交到决定的时间的中位数，秒；没有时为 null"`
	P95Seconds    *int  `json:"p95_seconds" doc:"从提交到决定的时间的 95 百分位，秒；没有时为 null"`
}

// Choice is how often a moderator decided so with exactly these options of the checklist.
type Choice struct {
	Actor, Decision string
	Options         []string
	N               int64
}

// Window are the figures of a span of time.
type Window struct {
	All     Counts
	Types   map[string]Counts
	Actors  map[string]Counts
	Choices []Choice
}

const (
	decided = `select coalesce(type, ''), coalesce(actor, ''), grouping(type) = 0, grouping(actor) = 0,
  count(*) filter (where decision = 'approved'), count(*) filter (where decision = 'rejected'), count(*) filter (where decision = 'withheld'),
  count(wait), percentile_disc(0.5) within group (order by wait), percentile_disc(0.95) within group (order by wait)
from review.decisions where mark = '' and undone_at is null and at >= $1 and at < $2
group by grouping sets ((), (type), (actor))`

	undone = `select type, actor, count(*) from review.decisions
where mark = '' and undone_at >= $1 and undone_at < $2 group by type, actor`

	chosen = `select actor, decision, options, count(*) from review.decisions
where mark = '' and undone_at is null and at >= $1 and at < $2 group by actor, decision, options`
)

// readWindow reads the figures of the decisions from one moment until before another.
func (f *Figures) readWindow(ctx context.Context, from, until time.Time) (*Window, error) {
	w := &Window{Types: map[string]Counts{}, Actors: map[string]Counts{}}
	var b pgx.Batch
	b.Queue(decided, from, until).Query(w.scanDecided)
	b.Queue(undone, from, until).Query(w.scanUndone)
	b.Queue(chosen, from, until).Query(func(rows pgx.Rows) (err error) {
		w.Choices, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Choice, err error) {
			return c, row.Scan(&c.Actor, &c.Decision, &c.Options, &c.N)
		})
		return err
	})
	if err := f.source.Pool.SendBatch(ctx, &b).Close(); err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	return w, nil
}

func (w *Window) scanDecided(rows pgx.Rows) error {
	var kind, actor string
	var ofType, ofActor bool
	var c Counts
	_, err := pgx.ForEachRow(rows, []any{&kind, &actor, &ofType, &ofActor, &c.Approved, &c.Rejected, &c.Withheld, &c.Measured, &c.MedianSeconds, &c.P95Seconds}, func() error {
		switch {
		case ofType:
			w.Types[kind] = c
		case ofActor:
			w.Actors[actor] = c
		default:
			w.All = c
		}
		return nil
	})
	return err
}

func (w *Window) scanUndone(rows pgx.Rows) error {
	var kind, actor string
	var n int64
	_, err := pgx.ForEachRow(rows, []any{&kind, &actor, &n}, func() error {
		w.All.Overturned += n
		byType, byActor := w.Types[kind], w.Actors[actor]
		byType.Overturned += n
		byActor.Overturned += n
		w.Types[kind], w.Actors[actor] = byType, byActor
		return nil
	})
	return err
}
