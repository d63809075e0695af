// Package download counts the downloads of the log of hits by the rule of the site: the totals of projects and versions, and
// what counts by the hour.
package download

import (
	"context"
	_ "embed" // the tables
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "download"

//go:embed schema.sql
var schema string

// New makes the projector. Its version contains that of the rule: under another rule all hits are counted again.
func New(rule download.Rule) runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: rule.Version, DDL: schema, Views: []string{"projects", "versions", "hours", "verdicts"},
		Categories: []string{"download"}, Needs: []string{"windows_day"},
		Handlers: runtime.Handle(func(s *rows.Set) *batch {
			return &batch{rule: rule, rows: s, windows: map[windowKey]*window{}, unpacked: map[uint64][]download.Hit{}}
		}, runtime.Try((*batch).recorded)),
	}
}

type (
	projectTotal struct {
		ID        string `db:"id,key"`
		Downloads int64  `db:"downloads"`
		Changed   uint64 `db:"changed"`
	}
	versionTotal struct {
		ID        string `db:"id,key"`
		Project   string `db:"project"`
		Downloads int64  `db:"downloads"`
		Changed   uint64 `db:"changed"`
	}
	hourTotal struct {
		Project   string    `db:"project,key"`
		Hour      time.Time `db:"hour,key"`
		Version   string    `db:"version,key"`
		Client    int       `db:"client,key"`
		Family    string    `db:"family,key"`
		Loader    string    `db:"loader,key"`
		Game      string    `db:"game,key"`
		Country   string    `db:"country,key"`
		Downloads int64     `db:"downloads"`
	}
	verdictTotal struct {
		Hour    time.Time        `db:"hour,key"`
		Verdict download.Verdict `db:"verdict,key"`
		Hits    int64            `db:"hits"`
	}
	windowKey struct {
		Visitor string `db:"visitor,key"`
		Project string `db:"project,key"`
	}
	windowRow struct {
		windowKey
		Day     time.Time `db:"day"`
		Entries []byte    `db:"entries"`
	}
)

var (
	projectTotals = rows.Of[projectTotal]("projects")
	versionTotals = rows.Of[versionTotal]("versions")
	hourTotals    = rows.Of[hourTotal]("hours")
	verdictTotals = rows.Of[verdictTotal]("verdicts")
	windowRows    = rows.Shared[windowRow]("windows")
)

// batch judges the hits of a batch of events in memory.
type batch struct {
	rule     download.Rule
	rows     *rows.Set
	windows  map[windowKey]*window
	unpacked map[uint64][]download.Hit // by position
	newest   time.Time                 // day
}

type window struct {
	day     time.Time
	entries download.Window
	changed bool
}

func dayOf(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

func keyOf(h download.Hit) windowKey {
	return windowKey{Visitor: hex.EncodeToString(h.Visitor[:]), Project: h.Project}
}

// Load unpacks the hits, and reads what the rule remembers of their visitors.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	visitors := map[string]bool{}
	for _, e := range events {
		p, ok := e.Payload.(download.Recorded)
		if !ok {
			continue
		}
		hits, err := p.Hits.Hits()
		if err != nil {
			return fmt.Errorf("read the hits of event %d: %w", e.Position, err)
		}
		b.unpacked[uint64(e.Position)] = hits
		for _, h := range hits {
			if key := keyOf(h); b.windows[key] == nil {
				visitors[key.Visitor] = true
			}
		}
	}
	var broken error
	err := windowRows.Find(ctx, tx, "visitor", slices.Sorted(maps.Keys(visitors)), func(r windowRow) {
		if b.windows[r.windowKey] != nil {
			return
		}
		entries, err := download.ParseWindow(r.Entries)
		if err != nil {
			broken = err
		}
		b.windows[r.windowKey] = &window{day: r.Day.UTC(), entries: entries}
	})
	if err == nil {
		err = broken
	}
	if err != nil {
		return fmt.Errorf("read what is remembered of visitors: %w", err)
	}
	return nil
}

func (b *batch) recorded(e runtime.Event, _ download.Recorded) error {
	at := uint64(e.Position)
	for _, h := range b.unpacked[at] {
		verdict := b.judge(h)
		hour := h.At.Truncate(time.Hour)
		verdictTotals.Upsert(b.rows, verdictTotal{Hour: hour, Verdict: verdict}, func(t *verdictTotal) { t.Hits++ })
		if verdict != download.Counts {
			continue
		}
		projectTotals.Upsert(b.rows, projectTotal{ID: h.Project}, func(t *projectTotal) { t.Downloads, t.Changed = t.Downloads+1, at })
		versionTotals.Upsert(b.rows, versionTotal{ID: h.Version, Project: h.Project}, func(t *versionTotal) { t.Downloads, t.Changed = t.Downloads+1, at })
		hourTotals.Upsert(b.rows, hourTotal{
			Project: h.Project, Hour: hour, Version: h.Version, Client: int(h.Client), Family: h.Family, Loader: h.Loader, Game: h.Game, Country: h.Country,
		}, func(t *hourTotal) { t.Downloads++ })
	}
	delete(b.unpacked, at)
	return nil
}

func (b *batch) judge(h download.Hit) (verdict download.Verdict) {
	day, key := dayOf(h.At), keyOf(h)
	w := b.windows[key]
	if w == nil || day.After(w.day) {
		w = &window{day: day}
		b.windows[key] = w
	}
	if day.After(b.newest) {
		b.newest = day
	}
	w.entries, verdict = b.rule.Judge(w.entries, h)
	w.changed = true
	return verdict
}

// forget removes visitors of past days. A process may record a hit of yesterday today, but not later.
const forget = `delete from windows where day < $1::timestamptz - interval '1 day'`

// Flush writes what the rule remembers.
func (b *batch) Flush(context.Context, pgx.Tx) error {
	for key, w := range b.windows {
		if w.changed && len(w.entries) > 0 {
			windowRows.Put(b.rows, windowRow{windowKey: key, Day: w.day, Entries: w.entries.Bytes()})
		}
	}
	if !b.newest.IsZero() {
		b.rows.After(forget, b.newest)
	}
	return nil
}
