// Package download counts the hits of the log of hits by the rules of the site: downloads, views and playtime. It keeps the
// totals of projects and versions, and what counts by the hour, the day and the week.
package download

import (
	"context"
	_ "embed" // the tables
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "download"

// tablesVersion is raised when the tables change.
const tablesVersion = 5

// runBytes are a million hits: the totals of projects and versions, and the hour that is not over, are then written once for many of them.
const runBytes = 16 << 20

// pause bounds how often live hits are counted: a batch of ten hits costs as much as one of a thousand whose projects are as many.
const pause = 100 * time.Millisecond

//go:embed schema.sql
var schema string

// New makes the projector. Its version contains those of the rules: under another rule all hits are counted again.
func New(rules download.Rules) runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: rules.Version() + tablesVersion, DDL: schema,
		Views:      []string{"projects", "versions", "hours", "site_hours", "days", "weeks", "verdicts"},
		Categories: []string{download.Download.Category(), download.View.Category(), download.Playtime.Category()},
		Memory:     remembered(rules),
		RunBytes:   runBytes,
		Pause:      pause,
		Handlers: runtime.Handle(func(s *rows.Set) *batch { return newBatch(s, usualLimits()) },
			runtime.Try(recorded[download.Recorded]), runtime.Try(recorded[download.Viewed]), runtime.Try(recorded[download.Played])),
	}
}

// batch judges the hits of a batch of events in memory, so that each row changes once.
type batch struct {
	*memory
	rows    *rows.Set
	sums    *sums
	spilled spilling
	limits  limits
}

func newBatch(s *rows.Set, l limits) *batch { return &batch{rows: s, sums: newSums(), limits: l} }

// Remember takes what is remembered of visitors.
func (b *batch) Remember(m any) { b.memory, _ = m.(*memory) }

// Changes is the number of rows that Flush will write.
func (b *batch) Changes() int { return b.sums.len() }

func recorded[E any](b *batch, e runtime.Event, payload E) error {
	kind, packed, _ := download.HitsOf(payload)
	hits, err := b.unpacker.Hits(packed)
	if err != nil {
		return fmt.Errorf("read the hits of event %d: %w", e.Position, err)
	}
	for i := range hits {
		b.sums.judged(kind, &hits[i], b.judge(kind, &hits[i]), uint64(e.Position))
	}
	return nil
}

// Flush adds the sums to the rows. Rows of new hours are copied, because no stored row has to be found for them.
func (b *batch) Flush(ctx context.Context, tx pgx.Tx) error {
	if err := b.Settle(); err != nil {
		return err
	}
	if len(b.sums.cells) >= b.limits.copied {
		if err := b.ask(ctx, tx); err != nil {
			return err
		}
		names, fresh := b.sums.names(), b.sums.take(b.spilled.written, math.MaxInt64)
		if err := copyHours(ctx, tx, names, fresh); err != nil {
			return err
		}
	}
	b.sums.flush(b.rows)
	b.sums, b.spilled = newSums(), spilling{}
	return nil
}
