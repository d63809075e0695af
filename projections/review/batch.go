package review

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// batch applies one batch of events.
type batch struct {
	rows      *rows.Set
	standings map[string]*standing // by project
	decisions map[string]*decision // by event: those of the batch, and those that it undoes
	changed   map[string]bool      // projects whose standing is to be written
}

func newBatch(s *rows.Set) *batch {
	return &batch{rows: s, standings: map[string]*standing{}, decisions: map[string]*decision{}, changed: map[string]bool{}}
}

// Load reads the standings of the projects, and the decisions that are undone.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	projects, undone := map[string]bool{}, map[string]bool{}
	for _, e := range events {
		if id := e.Subject(); eventlog.Category(e.Stream) == "project" && b.standings[id] == nil {
			projects[id] = true
		}
		if p, ok := e.Payload.(project.DecisionUndone); ok && b.decisions[p.Decision] == nil {
			undone[p.Decision] = true
		}
	}
	wanted := standings.May(b.rows, slices.Sorted(maps.Keys(projects)))
	if err := standings.Find(ctx, tx, "project", wanted, func(s standing) { b.standings[s.Project] = &s }); err != nil {
		return fmt.Errorf("load standings: %w", err)
	}
	wanted = decisions.May(b.rows, slices.Sorted(maps.Keys(undone)))
	if err := decisions.Find(ctx, tx, "event", wanted, func(d decision) { b.decisions[d.Event] = &d }); err != nil {
		return fmt.Errorf("load undone decisions: %w", err)
	}
	return nil
}

// Flush writes the standings that changed.
func (b *batch) Flush(context.Context, pgx.Tx) error {
	for _, id := range slices.Sorted(maps.Keys(b.changed)) {
		standings.Put(b.rows, *b.standings[id])
	}
	b.changed = map[string]bool{}
	return nil
}

// standing is the standing of the project of an event, which is written after the batch.
func (b *batch) standing(e runtime.Event) *standing {
	id := e.Subject()
	s := b.standings[id]
	if s == nil {
		s = &standing{Project: id}
		b.standings[id] = s
	}
	b.changed[id] = true
	return s
}
