package transparency

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// window is the time whose rounds an estimate is made from, and the time over which it is measured.
	window = 30 * 24 * time.Hour
	// replayed is how far back the rounds are read: a round that was decided within the window may have been submitted
	// long before, and its estimate was made from the window before that.
	replayed = 90 * 24 * time.Hour
	// enough is the number of rounds below which nothing is said.
	enough = 10
	// kept is how long estimates are kept in memory.
	kept = time.Minute
)

// Estimate is how long reviews take, made from the rounds that were decided in the last 30 days.
type Estimate struct {
	Scope         string   `json:"scope" enum:"type,all" doc:"依据：同类型的资源，或同类型的记录不足 10 条时的全部资源"`
	Rounds        int      `json:"rounds" doc:"依据的审核轮数"`
	MedianSeconds int      `json:"median_seconds" doc:"等待时间的中位数，秒"`
	Seconds       int      `json:"seconds" doc:"90% 的审核在这么多秒内完成"`
	Measured      int      `json:"measured" doc:"近 30 天审完、提交时已有估计的轮数"`
	Right         *float64 `json:"right" doc:"其中在提交时估计的时间内审完的比例，0 到 1；不足 10 轮时为 null"`
}

// estimates are those of each type with enough rounds, and that of all types.
type estimates struct {
	all   *Estimate
	types map[string]*Estimate
}

// of is the estimate for a type; nil without enough rounds.
func (e estimates) of(kind string) *Estimate {
	if own := e.types[kind]; own != nil {
		return own
	}
	return e.all
}

// round is a decided round of review.
type round struct {
	kind               string
	submitted, decided time.Time
	wait               int
}

const rounds = `select type, submitted_at, at, wait from review.decisions
where mark = '' and undone_at is null and wait is not null and at >= $1 order by at`

// Estimate is the estimate for a project of a type; nil where there are not enough rounds.
func (f *Figures) Estimate(ctx context.Context, kind string) (*Estimate, error) {
	all, err := f.estimates(ctx)
	if err != nil {
		return nil, err
	}
	return all.of(kind), nil
}

func (f *Figures) estimates(ctx context.Context) (estimates, error) {
	f.estimating.Lock()
	defer f.estimating.Unlock()
	now := f.now()
	if now.Before(f.estimatedUntil) {
		return f.estimated, nil
	}
	rows, err := f.source.Pool.Query(ctx, rounds, now.Add(-replayed))
	if err != nil {
		return estimates{}, fmt.Errorf("read decided rounds: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r round, err error) {
		return r, row.Scan(&r.kind, &r.submitted, &r.decided, &r.wait)
	})
	if err != nil {
		return estimates{}, fmt.Errorf("read decided rounds: %w", err)
	}
	f.estimated, f.estimatedUntil = replay(list, now), now.Add(kept)
	return f.estimated, nil
}

// tally are the waits within the window, of each type and of all.
type tally struct {
	waits []int
	kinds map[string]*ranks
	all   *ranks
}

func (t *tally) add(r round, by int) {
	if t.kinds[r.kind] == nil {
		t.kinds[r.kind] = newRanks(t.waits)
	}
	t.kinds[r.kind].add(r.wait, by)
	t.all.add(r.wait, by)
}

// of is the estimate for a type at this moment; nil where there are not enough rounds.
func (t *tally) of(kind string) *Estimate {
	scope, from := "type", t.kinds[kind]
	if from == nil || from.n < enough {
		scope, from = "all", t.all
	}
	if from.n < enough {
		return nil
	}
	return &Estimate{Scope: scope, Rounds: from.n, MedianSeconds: from.at(0.5), Seconds: from.at(0.9)}
}

// replay makes the estimates of now, and measures those of the past: each round that was decided within the window is
// compared with the estimate that was valid at its submission. The rounds are in the order of their decisions.
func replay(list []round, now time.Time) estimates {
	t := &tally{kinds: map[string]*ranks{}}
	for _, r := range list {
		t.waits = append(t.waits, r.wait)
	}
	slices.Sort(t.waits)
	t.waits = slices.Compact(t.waits)
	t.all = newRanks(t.waits)

	entered, left := 0, 0
	moveTo := func(at time.Time) {
		for ; entered < len(list) && !list[entered].decided.After(at); entered++ {
			t.add(list[entered], 1)
		}
		for ; left < entered && list[left].decided.Before(at.Add(-window)); left++ {
			t.add(list[left], -1)
		}
	}
	var measured []round
	for _, r := range list {
		if !r.decided.Before(now.Add(-window)) {
			measured = append(measured, r)
		}
	}
	slices.SortStableFunc(measured, func(a, b round) int { return a.submitted.Compare(b.submitted) })
	total, right := map[string]int{}, map[string]int{}
	for _, r := range measured {
		moveTo(r.submitted)
		valid := t.of(r.kind)
		if valid == nil {
			continue
		}
		for _, of := range []string{r.kind, ""} {
			total[of]++
			if r.wait <= valid.Seconds {
				right[of]++
			}
		}
	}
	moveTo(now)
	out := estimates{types: map[string]*Estimate{}}
	mark := func(e *Estimate, of string) *Estimate {
		if e.Measured = total[of]; e.Measured >= enough {
			share := float64(right[of]) / float64(total[of])
			e.Right = &share
		}
		return e
	}
	for kind := range t.kinds {
		if e := t.of(kind); e != nil && e.Scope == "type" {
			out.types[kind] = mark(e, kind)
		}
	}
	if e := t.of(""); e != nil {
		out.all = mark(e, "")
	}
	return out
}
