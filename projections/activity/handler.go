package activity

import (
	"cmp"
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

// handler applies one batch in memory.
type handler struct {
	rows     *rows.Set
	keep     int
	projects map[string]*state
	changed  map[string]bool // projects to write
	hidden   map[string]bool // versions
	entries  []entry
}

func newHandler(s *rows.Set, keep int) *handler {
	return &handler{rows: s, keep: keep, projects: map[string]*state{}, changed: map[string]bool{}, hidden: map[string]bool{}}
}

// Load reads the states of the projects and versions that the batch touches.
func (h *handler) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	ids, versions := map[string]bool{}, map[string]bool{}
	for _, e := range events {
		if eventlog.Category(e.Stream) == "project" {
			ids[e.Subject()] = true
		}
		switch p := e.Payload.(type) {
		case project.VersionCreated:
			ids[p.Project] = true
		case project.VersionStatusChanged:
			ids[p.Project], versions[p.Version] = true, true
		}
	}
	for id := range h.projects {
		delete(ids, id)
	}
	if err := projects.Find(ctx, tx, "id", projects.May(h.rows, keys(ids)), func(s state) { h.projects[s.ID] = &s }); err != nil {
		return fmt.Errorf("load projects: %w", err)
	}
	if err := hidden.Find(ctx, tx, "id", hidden.May(h.rows, keys(versions)), func(v hiddenVersion) {
		if _, known := h.hidden[v.ID]; !known {
			h.hidden[v.ID] = true
		}
	}); err != nil {
		return fmt.Errorf("load hidden versions: %w", err)
	}
	return nil
}

// of is the state of a project; change marks it to be written.
func (h *handler) of(id string) *state {
	s := h.projects[id]
	if s == nil {
		s = &state{ID: id}
		h.projects[id] = s
	}
	return s
}

func (h *handler) change(id string) *state {
	h.changed[id] = true
	return h.of(id)
}

// hide records whether a version is still to be announced.
func (h *handler) hide(version string, waits bool) {
	h.hidden[version] = waits
	if waits {
		hidden.Put(h.rows, hiddenVersion{version})
	} else {
		hidden.Delete(h.rows, hiddenVersion{version})
	}
}

// prune keeps the newest entries by (at, position), independent of the batch boundaries.
const prune = `
delete from entries using (select at, position from entries order by at desc, position desc offset $1 limit 1) as last
where (entries.at, entries.position) <= (last.at, last.position)`

// Flush writes the changes of the batch.
func (h *handler) Flush(context.Context, pgx.Tx) error {
	for _, id := range keys(h.changed) {
		projects.Put(h.rows, *h.projects[id])
	}
	if len(h.entries) == 0 {
		return nil
	}
	slices.SortFunc(h.entries, func(a, b entry) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Position, a.Position))
	})
	for _, e := range h.entries[:min(len(h.entries), h.keep)] {
		entries.Put(h.rows, e)
	}
	h.rows.Exec(prune, h.keep)
	return nil
}

func keys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
