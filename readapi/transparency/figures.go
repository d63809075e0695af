// Package transparency answers the figures of the moderation to everybody: how many decisions were made, how long they
// took, why projects were rejected and how many decisions were undone. Imports and demonstration data are left out, and
// no answer names a moderator.
package transparency

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/readapi/view"
)

// Option is an option of the checklist.
type Option struct{ ID, Name string }

// Step is a step of the checklist.
type Step struct {
	ID, Title string
	Options   []Option
}

// Options are the dependencies of the figures.
type Options struct {
	Source *view.Source
	Steps  []Step           // of the checklist
	Now    func() time.Time // nil: time.Now
}

// Figures reads the figures. Those of a month are kept in memory until an event changes the month.
type Figures struct {
	source *view.Source
	steps  []Step
	now    func() time.Time

	reading sync.Mutex
	months  map[string]known
	recent  known

	estimating     sync.Mutex
	estimated      estimates
	estimatedUntil time.Time
}

// known are figures as they were when their rows had last changed at a position of the log.
type known struct {
	changed int64
	read    time.Time
	window  *Window
}

// New makes the figures.
func New(o Options) *Figures {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Figures{source: o.Source, steps: o.Steps, now: o.Now, months: map[string]known{}}
}

const changes = `select month, changed from review.months where month >= $1`

// Month are the figures of a month.
type Month struct {
	Month string // as 2026-11
	*Window
}

// read returns the last months, oldest first, and the last 30 days.
func (f *Figures) read(ctx context.Context, months int) ([]Month, *Window, error) {
	f.reading.Lock()
	defer f.reading.Unlock()
	now := f.now().UTC()
	first := time.Date(now.Year(), now.Month()-time.Month(months-1), 1, 0, 0, 0, 0, time.UTC)
	changed := map[string]int64{}
	newest := int64(0)
	rows, err := f.source.Pool.Query(ctx, changes, first.Format(projected.Month))
	if err != nil {
		return nil, nil, fmt.Errorf("read changes of months: %w", err)
	}
	var name string
	var at int64
	if _, err := pgx.ForEachRow(rows, []any{&name, &at}, func() error {
		changed[name], newest = at, max(newest, at)
		return nil
	}); err != nil {
		return nil, nil, fmt.Errorf("read changes of months: %w", err)
	}
	out := make([]Month, months)
	for i := range out {
		from := first.AddDate(0, i, 0)
		out[i] = Month{from.Format(projected.Month), nil}
		if out[i].Window, err = f.month(ctx, out[i].Month, from, changed[out[i].Month]); err != nil {
			return nil, nil, err
		}
	}
	// The last 30 days move with the time.
	if f.recent.window == nil || f.recent.changed != newest || now.Sub(f.recent.read) >= kept {
		w, err := f.readWindow(ctx, now.Add(-window), now.Add(time.Minute))
		if err != nil {
			return nil, nil, err
		}
		f.recent = known{newest, now, w}
	}
	return out, f.recent.window, nil
}

// month returns the figures of a month whose rows changed last at a position; 0 is never.
func (f *Figures) month(ctx context.Context, name string, from time.Time, changed int64) (*Window, error) {
	if changed == 0 {
		return &Window{}, nil
	}
	if k, ok := f.months[name]; ok && k.changed == changed {
		return k.window, nil
	}
	w, err := f.readWindow(ctx, from, from.AddDate(0, 1, 0))
	if err != nil {
		return nil, err
	}
	f.months[name] = known{changed, f.now(), w}
	return w, nil
}
