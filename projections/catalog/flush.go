package catalog

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/search"
)

// atATime bounds the documents, with their bodies, that are rendered in memory before they are written.
const atATime = 256

const (
	deleteOfProject = `
with p as (delete from project_docs where id = $1),
     c as (delete from counters where id = $1),
     v as (delete from versions where project = $1),
     f as (delete from files where project = $1),
     d as (delete from dependencies where project = $1),
     m as (delete from members where project = $1),
     r as (delete from review_rounds where project = $1)
delete from history where project = $1`
	deleteVersion = `
with f as (delete from files where version = $1), d as (delete from dependencies where version = $1)
delete from versions where id = $1`
	deleteParts = `
with f as (delete from files where version = any($1))
delete from dependencies where version = any($1)`
	deleteTeams               = `delete from members where project = any($1)`
	deleteOrganizationMembers = `delete from organization_members where organization = $1`
)

// Flush renders and writes the changes of the batch.
func (h *handler) Flush(ctx context.Context, tx pgx.Tx) error {
	if err := h.putOrganizations(); err != nil {
		return err
	}
	h.touchVersions()
	if err := h.putVersions(ctx, tx); err != nil {
		return err
	}
	h.putTeams()
	for id, p := range h.projects {
		if h.looks(p) {
			touch(h.changed.projects, id)
		}
	}
	h.hideDeleted()
	for ids := range slices.Chunk(keys(h.changed.projects), atATime) {
		if err := h.rows.Limit(ctx, tx, atATime); err != nil {
			return err
		}
		some := make([]*projectState, len(ids))
		for i, id := range ids {
			some[i] = h.projects[id]
		}
		if err := h.putProjects(ctx, tx, some); err != nil {
			return err
		}
	}
	if err := h.inherit(ctx, tx); err != nil {
		return err
	}
	return h.showOthers(ctx, tx)
}

// existing are the keys whose rows may exist already.
func existing(m map[string]bool) []string {
	return slices.DeleteFunc(keys(m), func(id string) bool { return !m[id] })
}

// putProjects renders projects and writes them with the rows of the search engine.
func (h *handler) putProjects(ctx context.Context, tx pgx.Tx, some []*projectState) error {
	profiles, err := loadProfiles(ctx, tx, some)
	if err != nil {
		return err
	}
	owners := map[string]bool{}
	for _, p := range some {
		if p.Organization != "" {
			owners[p.Organization] = true
		}
	}
	if err := h.loadOrganizations(ctx, tx, owners); err != nil {
		return err
	}
	var docs []search.Doc
	hidden := &pgx.Batch{}
	all, err := together(some, func(p *projectState) (rendered, error) { return h.render(p, profiles) })
	if err != nil {
		return err
	}
	for i, r := range all {
		p := some[i]
		projects.Put(h.rows, r.row)
		switch {
		case p.Status.Searchable():
			docs = append(docs, searchDoc(p, r))
		case p.Shown:
			h.opts.Search.QueueDelete(hidden, []string{p.ID}, p.HiddenAt)
		}
	}
	h.opts.Search.Queue(hidden, docs)
	h.exec(hidden)
	return nil
}

// hideDeleted removes deleted projects from search.
func (h *handler) hideDeleted() {
	q := &pgx.Batch{}
	for _, id := range slices.Sorted(maps.Keys(h.changed.deleted)) {
		if d := h.changed.deleted[id]; d.hidden > 0 {
			h.opts.Search.QueueDelete(q, []string{id}, d.hidden)
		}
	}
	h.exec(q)
}

func (h *handler) exec(q *pgx.Batch) {
	for _, s := range q.QueuedQueries {
		h.rows.Exec(s.SQL, s.Arguments...)
	}
}

// together renders documents on all processors.
func together[T, R any](of []T, render func(T) (R, error)) ([]R, error) {
	out := make([]R, len(of))
	var all errgroup.Group
	all.SetLimit(runtime.GOMAXPROCS(0))
	for i, one := range of {
		all.Go(func() (err error) {
			defer func() { // the runner recovers only on its own goroutine
				if p := recover(); p != nil {
					err = fmt.Errorf("render document: panicked: %v", p)
				}
			}()
			out[i], err = render(one)
			return err
		})
	}
	return out, all.Wait()
}
