// Package download counts the hits of the log of hits by the rules of the site: downloads, views and playtime. It keeps the
// totals of projects and versions, and what counts by the hour and by the day.
package download

import (
	"context"
	_ "embed" // the tables
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "download"

// tablesVersion is raised when the tables change.
const tablesVersion = 2

//go:embed schema.sql
var schema string

// New makes the projector. Its version contains those of the rules: under another rule all hits are counted again.
func New(rules download.Rules) runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: rules.Version() + tablesVersion, DDL: schema,
		Views:      []string{"projects", "versions", "hours", "site_hours", "days", "verdicts"},
		Categories: []string{download.Download.Category(), download.View.Category(), download.Playtime.Category()},
		Memory:     remembered(rules),
		Handlers: runtime.Handle(func(s *rows.Set) *batch { return &batch{rows: s, sums: newSums()} },
			runtime.Try(recorded[download.Recorded]), runtime.Try(recorded[download.Viewed]), runtime.Try(recorded[download.Played])),
	}
}

// batch judges the hits of a batch of events in memory, so that each row changes once.
type batch struct {
	*memory
	rows *rows.Set
	sums sums
}

// Remember takes what is remembered of visitors.
func (b *batch) Remember(m any) { b.memory, _ = m.(*memory) }

// Changes is the number of rows that Flush will write.
func (b *batch) Changes() int { return b.sums.len() }

func recorded[E any](b *batch, e runtime.Event, payload E) error {
	kind, packed, _ := download.HitsOf(payload)
	hits, err := packed.Hits()
	if err != nil {
		return fmt.Errorf("read the hits of event %d: %w", e.Position, err)
	}
	for _, h := range hits {
		b.sums.judged(kind, h, b.judge(kind, h), uint64(e.Position))
	}
	return nil
}

// Flush adds the sums to the rows.
func (b *batch) Flush(context.Context, pgx.Tx) error {
	b.sums.flush(b.rows)
	b.sums = newSums()
	return nil
}
