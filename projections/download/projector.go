// Package download counts the hits of the log of hits by the rules of the site: downloads, views and playtime. It keeps the
// totals of projects and versions, and what counts by the hour and by the day.
package download

import (
	"context"
	_ "embed" // the tables
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "download"

// tablesVersion is raised when the tables change.
const tablesVersion = 0

//go:embed schema.sql
var schema string

// New makes the projector. Its version contains those of the rules: under another rule all hits are counted again.
func New(rules download.Rules) runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: rules.Version() + tablesVersion, DDL: schema,
		Views:      []string{"projects", "versions", "hours", "site_hours", "days", "verdicts"},
		Categories: []string{download.Download.Category(), download.View.Category(), download.Playtime.Category()}, Needs: []string{"windows_day"},
		Handlers: runtime.Handle(func(s *rows.Set) *batch {
			return &batch{rules: rules, rows: s, memory: memory{windows: map[windowKey]*window{}}, unpacked: map[uint64][]download.Hit{}, sums: newSums()}
		}, runtime.Try(recorded[download.Recorded]), runtime.Try(recorded[download.Viewed]), runtime.Try(recorded[download.Played])),
	}
}

// batch judges the hits of a batch of events in memory.
type batch struct {
	memory
	rules    download.Rules
	rows     *rows.Set
	unpacked map[uint64][]download.Hit // by position
	sums     sums
}

// Load unpacks the hits, and reads what the rules remember of their visitors.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	visitors := map[string]bool{}
	for _, e := range events {
		kind, packed, ok := download.HitsOf(e.Payload)
		if !ok {
			continue
		}
		hits, err := packed.Hits()
		if err != nil {
			return fmt.Errorf("read the hits of event %d: %w", e.Position, err)
		}
		b.unpacked[uint64(e.Position)] = hits
		for _, h := range hits {
			if key := keyOf(kind, h); b.windows[key] == nil {
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

func recorded[E any](b *batch, e runtime.Event, payload E) error {
	kind, _, _ := download.HitsOf(payload)
	at := uint64(e.Position)
	for _, h := range b.unpacked[at] {
		b.sums.judged(kind, h, b.judge(b.rules[kind], kind, h), at)
	}
	delete(b.unpacked, at)
	return nil
}

// forget removes visitors of past days. A process may record a hit of yesterday today, but not later.
const forget = `delete from windows where day < $1::timestamptz - interval '1 day'`

// Flush writes the sums, and what the rules remember.
func (b *batch) Flush(context.Context, pgx.Tx) error {
	b.sums.flush(b.rows)
	b.sums = newSums()
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
