package catalog

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// Apply folds one event. Nothing is queued before Flush.
func (h *handler) Apply(_ context.Context, e runtime.Event, _ *pgx.Batch) error {
	switch p := e.Payload.(type) {
	case project.SlugReserved:
		h.changed.slugs[strings.ToLower(p.Slug)] = slug{Project: p.Project, Current: true}
		return nil
	case project.SlugReleased:
		h.changed.slugs[strings.ToLower(p.Slug)] = slug{Project: p.Project, Gone: p.Gone}
		return nil
	case account.ProfileChanged:
		h.profileChanged(p.Account, uint64(e.Position))
		return nil
	case account.UsernameChanged:
		h.profileChanged(p.Account, uint64(e.Position))
		return nil
	case account.Closed:
		h.profileChanged(p.Account, uint64(e.Position))
		return nil
	case collection.FollowAdded:
		h.followed(p.Project, 1, uint64(e.Position))
		return nil
	case collection.FollowRemoved:
		h.followed(p.Project, -1, uint64(e.Position))
		return nil
	}
	if handled, err := h.applyOrganization(e); handled {
		return err
	}
	if handled, err := h.applyVersion(e); handled {
		return err
	}
	return h.applyProject(e)
}

// profileChanged renders again what shows the account's name or picture.
func (h *handler) profileChanged(account string, position uint64) {
	for id, p := range h.projects {
		if p.member(account) != nil {
			p.Position = position
			h.touch(id)
		}
	}
}

// followed counts the followers of a project. One that was deleted while somebody was about to follow it is
// not known any more.
func (h *handler) followed(id string, by int64, position uint64) {
	if p := h.projects[id]; p != nil {
		p.Followers += by
		p.Position = position
		h.touch(id)
	}
}

// touch marks a project to be written; one that was created in this batch stays without rows.
func (h *handler) touch(id string) {
	if _, known := h.changed.projects[id]; !known {
		h.changed.projects[id] = true
	}
}

func (h *handler) touchTeam(id string) {
	if _, known := h.changed.teams[id]; !known {
		h.changed.teams[id] = h.changed.projects[id]
	}
}

func (h *handler) applyProject(e runtime.Event) error {
	id, ok := strings.CutPrefix(e.Stream, "project-")
	if !ok {
		return fmt.Errorf("apply %s: stream %q is not a project's", e.Type, e.Stream)
	}
	if c, ok := e.Payload.(project.Created); ok {
		p := created(c, at(e))
		p.BodyHTML = h.opts.Markdown(p.Body)
		p.Position, p.Changed = uint64(e.Position), at(e)
		h.projects[id] = p
		_, again := h.changed.deleted.projects[id]
		delete(h.changed.deleted.projects, id)
		h.changed.projects[id] = again
		h.touchTeam(id)
		h.record(e, p, "created", "", project.Draft, "")
		return nil
	}
	p := h.projects[id]
	if p == nil {
		return fmt.Errorf("apply %s: project %s is unknown", e.Type, id)
	}
	h.touch(id)
	p.Position, p.Changed = uint64(e.Position), at(e)
	if handled, err := h.applyReview(e, p); handled {
		return err
	}
	switch c := e.Payload.(type) {
	case project.Described:
		p.Body, p.BodyHTML = c.Body, h.opts.Markdown(c.Body)
		return nil
	case project.Deleted:
		h.deleteProject(p)
		return nil
	}
	switch {
	case p.details(e.Payload), p.pictures(e.Payload, at(e)):
	case p.team(e.Payload):
		h.touchTeam(id)
	default:
		return fmt.Errorf("apply %s: payload %T is unknown", e.Type, e.Payload)
	}
	return nil
}

// deleteProject forgets a project and everything that hangs on it.
func (h *handler) deleteProject(p *projectState) {
	id := p.ID
	d := deletion{at: p.Position}
	if p.Listed {
		d.hidden = cmp.Or(p.HiddenAt, p.Position)
	}
	h.changed.deleted.projects[id] = d
	delete(h.projects, id)
	delete(h.changed.projects, id)
	delete(h.changed.teams, id)
	for v, state := range h.versions {
		if state.Project == id {
			delete(h.versions, v)
			delete(h.changed.versions, v)
		}
	}
	for k := range h.changed.rounds {
		if k.project == id {
			delete(h.changed.rounds, k)
		}
	}
	kept := h.changed.history[:0]
	for _, entry := range h.changed.history {
		if entry.Project != id {
			kept = append(kept, entry)
		}
	}
	h.changed.history = kept
}
