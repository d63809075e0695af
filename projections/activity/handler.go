package activity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// handler folds one batch in memory and writes what changed with a few set-based statements.
type handler struct {
	keep     int
	projects map[string]*state
	changed  map[string]bool // projects to write
	hidden   map[string]bool // versions; false: no longer
	entries  []entry
}

func newHandler(keep int) *handler {
	return &handler{keep: keep, projects: map[string]*state{}, changed: map[string]bool{}, hidden: map[string]bool{}}
}

const (
	selectProjects = `select id, listed, open, submitted from projects where id = any($1)`
	selectHidden   = `select id from hidden_versions where id = any($1)`
)

// Load reads the states of the projects and versions that the batch touches.
func (h *handler) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	projects, versions := map[string]bool{}, map[string]bool{}
	for _, e := range events {
		if id, ok := strings.CutPrefix(e.Stream, "project-"); ok {
			projects[id] = true
		}
		switch p := e.Payload.(type) {
		case project.VersionCreated:
			projects[p.Project] = true
		case project.VersionStatusChanged:
			projects[p.Project], versions[p.Version] = true, true
		}
	}
	rows, err := tx.Query(ctx, selectProjects, keys(projects))
	if err != nil {
		return fmt.Errorf("load projects: %w", err)
	}
	var id string
	var s state
	if _, err = pgx.ForEachRow(rows, []any{&id, &s.Listed, &s.Open, &s.Submitted}, func() error {
		found := s
		h.projects[id] = &found
		return nil
	}); err != nil {
		return fmt.Errorf("load projects: %w", err)
	}
	if rows, err = tx.Query(ctx, selectHidden, keys(versions)); err != nil {
		return fmt.Errorf("load hidden versions: %w", err)
	}
	if _, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		h.hidden[id] = true
		return nil
	}); err != nil {
		return fmt.Errorf("load hidden versions: %w", err)
	}
	return nil
}

// of is the state of a project; change marks it to be written.
func (h *handler) of(id string) *state {
	s := h.projects[id]
	if s == nil {
		s = &state{}
		h.projects[id] = s
	}
	return s
}

func (h *handler) change(id string) *state {
	h.changed[id] = true
	return h.of(id)
}

// at is when an event was decided, as its writer said; else when the log made it durable.
func at(e runtime.Event) time.Time {
	if e.Meta.At.IsZero() {
		return e.RecordedAt.UTC().Truncate(time.Microsecond)
	}
	return e.Meta.At.UTC().Truncate(time.Microsecond)
}

func keys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
