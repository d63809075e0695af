package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/runtime"
)

// project folds an event of a project's stream.
func (h *handler) project(e runtime.Event) error {
	id := e.Subject()
	p := h.projects[id]
	if _, created := e.Payload.(project.Created); created {
		p = newProject(e)
		h.projects[id], h.changed.projects[id], h.changed.teams[id] = p, false, false
		counters.Put(h.rows, counter{Project: id})
	}
	if p == nil {
		return fmt.Errorf("project %s is unknown", id)
	}
	before := p.State
	p.apply(e)
	if p.Gone {
		h.deleteProject(id, p)
		return nil
	}
	touch(h.changed.projects, id)
	if p.EnvironmentAt == p.Position {
		h.changed.environments[id] = true
	}
	if p.Owner != before.Owner || !slices.Equal(p.Members, before.Members) {
		touch(h.changed.teams, id)
	}
	h.review(e, p, before.Status)
	return nil
}

// deleteProject deletes a project and everything that belongs to it.
func (h *handler) deleteProject(id string, p *projectState) {
	d := deletion{at: p.Position}
	if p.Shown {
		d.hidden = cmp.Or(p.HiddenAt, p.Position)
	}
	h.changed.deleted[id] = d
	delete(h.projects, id)
	delete(h.changed.projects, id)
	delete(h.changed.teams, id)
	delete(h.changed.environments, id)
	for v, state := range h.versions {
		if state.Project == id {
			delete(h.versions, v)
			delete(h.changed.versions, v)
		}
	}
	h.rows.Exec(deleteOfProject, id)
	deletedProjects.Put(h.rows, deletedProject{id, p.Position})
}

func (h *handler) slugReserved(_ runtime.Event, p project.SlugReserved) {
	slugs.Put(h.rows, slug{Slug: strings.ToLower(p.Slug), Project: p.Project, Current: true})
}

func (h *handler) slugReleased(_ runtime.Event, p project.SlugReleased) {
	slugs.Put(h.rows, slug{Slug: strings.ToLower(p.Slug), Project: p.Project, Gone: p.Gone})
}

// Documents that show the account's name or picture are rendered again when the batch is written.

func (h *handler) profileChanged(e runtime.Event, p account.ProfileChanged) {
	h.changed.accounts[p.Account] = uint64(e.Position)
}

func (h *handler) usernameChanged(e runtime.Event, p account.UsernameChanged) {
	h.changed.accounts[p.Account] = uint64(e.Position)
}

func (h *handler) accountClosed(e runtime.Event, p account.Closed) {
	h.changed.accounts[p.Account] = uint64(e.Position)
}

// counted takes over the totals of downloads. Those of deleted projects and versions are left out.
func (h *handler) counted(e runtime.Event, c download.Counted) {
	at := uint64(e.Position)
	for _, t := range c.Projects {
		if p := h.projects[t.ID]; p != nil && p.Counted != t.Downloads {
			p.Counted, p.Position = t.Downloads, at
			touch(h.changed.projects, t.ID)
		}
	}
	for _, t := range c.Versions {
		if v := h.versions[t.ID]; v != nil && v.Counted != t.Downloads && h.projects[v.Project] != nil {
			v.Counted, v.Position = t.Downloads, at
			touch(h.changed.versions, t.ID)
		}
	}
}

// wikiEditingSet notes whether everybody may edit a project's wiki. Deleted projects are left out.
func (h *handler) wikiEditingSet(e runtime.Event, c wiki.EditingSet) {
	if p := h.projects[c.Project]; p != nil && p.editWiki(e, c) {
		touch(h.changed.projects, c.Project)
	}
}

func (h *handler) followed(e runtime.Event, p collection.FollowAdded) { h.follows(e, p.Project, 1) }

func (h *handler) unfollowed(e runtime.Event, p collection.FollowRemoved) {
	h.follows(e, p.Project, -1)
}

// follows counts the followers of a project. A deleted project has no counter.
func (h *handler) follows(e runtime.Event, id string, by int64) {
	position := uint64(e.Position)
	counters.Update(h.rows, counter{Project: id}, func(c *counter) {
		c.Follows += by
		c.Changed = position
	})
}
