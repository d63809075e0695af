// Package uptime records which parts of the site work: the seconds of each day, and incidents. The rows outlive a
// restart, and the time in which no process recorded anything is an outage of the site.
package uptime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/lead"
	"github.com/modyard/modyard/platform/pause"
)

// Site is the part that is down while no process records.
const Site = "site"

const (
	// Every is the time between two observations.
	Every = 15 * time.Second
	// away is the gap between observations that is an outage of the site: a restart takes less.
	away = 90 * time.Second
	// failures in a row are an incident: one may be a moment's load.
	failures = 2
	checking = 5 * time.Second
	// kept is how long days and ended incidents are stored.
	kept = 400 * 24 * time.Hour
)

// Part is an observed part of the site.
type Part struct {
	Name string
	// Check returns an error while the part does not work. It should end with its context.
	Check func(context.Context) error
}

// Options of a recorder.
type Options struct {
	Pool  *pgxpool.Pool
	Parts []Part
	// Lead blocks until this process may record: one at a time does.
	Lead   lead.Take
	Now    func() time.Time // time.Now if nil
	Logger *slog.Logger     // slog.Default() if nil
}

// Recorder observes the parts of the site.
type Recorder struct {
	Options
	failed map[string]failure // parts that do not work, used only by Observe
}

type failure struct {
	times   int
	since   time.Time
	counted time.Time // the seconds since then are not counted yet: one failure is no incident
}

// New makes a recorder; Run records.
func New(o Options) *Recorder {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Recorder{Options: o, failed: map[string]failure{}}
}

// Run records until the context ends. While the database is unavailable nothing can be recorded: the gap is recorded
// afterwards.
func (r *Recorder) Run(ctx context.Context) error {
	lead.Keep(ctx, r.Lead, "uptime", Every, func(leading context.Context) error {
		for ok := true; ok; ok = pause.For(leading, Every) {
			if err := r.Observe(leading); err != nil && leading.Err() == nil {
				r.Logger.WarnContext(ctx, "cannot record what works", "error", err)
			}
		}
		return nil
	})
	return nil
}

// Observe checks every part once and records the results.
func (r *Recorder) Observe(ctx context.Context) error {
	broken := r.check(ctx)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("record what works: %w", err) // the checks were cut off, so they prove nothing
	}
	now := r.Now().UTC()
	err := pgx.BeginFunc(ctx, r.Pool, func(tx pgx.Tx) error {
		var last time.Time
		err := tx.QueryRow(ctx, "select at from uptime.seen for update").Scan(&last)
		if errors.Is(err, pgx.ErrNoRows) {
			last, err = now, nil
		}
		if err != nil {
			return err
		}
		q := &pgx.Batch{}
		q.Queue("insert into uptime.seen (at) values ($1) on conflict (single) do update set at = greatest(seen.at, excluded.at)", now)
		r.record(q, last.UTC(), now, broken)
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return fmt.Errorf("record what works: %w", err)
	}
	return nil
}

// check returns the parts that do not work.
func (r *Recorder) check(ctx context.Context) map[string]bool {
	ctx, cancel := context.WithTimeout(ctx, checking)
	defer cancel()
	broken := map[string]bool{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, p := range r.Parts {
		all.Go(func() {
			if p.Check(ctx) != nil {
				mu.Lock()
				broken[p.Name] = true
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return broken
}

// record queues what an observation tells about the time since the last one.
func (r *Recorder) record(q *pgx.Batch, last, now time.Time, broken map[string]bool) {
	newDay := last.YearDay() != now.YearDay()
	if now.Sub(last) > away {
		count(q, Site, last, now, false)
		q.Queue("insert into uptime.incidents (part, began, ended) values ($1, $2, $3)", Site, last, now)
		// Nobody knows how the parts were meanwhile: they are judged from now on.
		last = now
		clear(r.failed)
	} else {
		count(q, Site, last, now, true)
	}
	for _, p := range r.Parts {
		f, failing := r.failed[p.Name]
		if !failing {
			f = failure{since: now, counted: last}
		}
		if !broken[p.Name] {
			delete(r.failed, p.Name)
			count(q, p.Name, f.counted, now, true)
			q.Queue("update uptime.incidents set ended = greatest(began, $2) where part = $1 and ended is null", p.Name, now)
			continue
		}
		if f.times++; f.times >= failures {
			count(q, p.Name, f.counted, now, false)
			f.counted = now
			q.Queue("insert into uptime.incidents (part, began) values ($1, $2) on conflict (part) where ended is null do nothing", p.Name, f.since)
		}
		r.failed[p.Name] = f
	}
	if newDay {
		q.Queue("delete from uptime.days where day < $1", now.Add(-kept))
		q.Queue("delete from uptime.incidents where ended < $1", now.Add(-kept))
	}
}

// count queues the seconds of a part between two times, by day.
func count(q *pgx.Batch, part string, from, to time.Time, up bool) {
	column := "down"
	if up {
		column = "up"
	}
	if oldest := to.Add(-kept); from.Before(oldest) {
		from = oldest
	}
	for from.Before(to) {
		midnight := from.Truncate(24 * time.Hour).Add(24 * time.Hour)
		end := midnight
		if to.Before(end) {
			end = to
		}
		if seconds := end.Unix() - from.Unix(); seconds > 0 {
			q.Queue("insert into uptime.days (part, day, "+column+") values ($1, $2, $3) on conflict (part, day) do update set "+
				column+" = uptime.days."+column+" + excluded."+column, part, from, seconds)
		}
		from = end
	}
}
