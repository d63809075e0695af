package activity

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// Apply folds one event. Nothing is queued before Flush.
func (h *handler) Apply(_ context.Context, e runtime.Event, _ *pgx.Batch) error {
	id := strings.TrimPrefix(e.Stream, "project-")
	switch p := e.Payload.(type) {
	case project.Submitted:
		when := at(e)
		h.change(id).Submitted = &when
	case project.Approved:
		h.decided(e, id, p.Status)
	case project.ListedByImport:
		h.decided(e, id, p.Status)
	case project.Rejected, project.Withheld:
		s := h.change(id)
		s.Open, s.Submitted = false, nil
	case project.StatusChanged:
		h.chosen(e, id, p.To)
	case project.Deleted:
		*h.change(id) = state{deleted: true}
	case project.PictureAdded:
		if h.of(id).Open {
			h.add(e, entry{kind: PictureAdded, project: id, actor: e.Meta.Actor, picture: p.Picture.URL})
		}
	case project.MemberJoined:
		if h.of(id).Open {
			h.add(e, entry{kind: MemberJoined, project: id, account: p.Account})
		}
	case project.VersionCreated, project.VersionStatusChanged, project.VersionDeleted:
		h.version(e)
	case organization.Created:
		h.add(e, entry{kind: OrganizationCreated, organization: p.Organization, actor: p.Owner})
	}
	return nil
}

// decided is the end of a review round, or the listing of what was imported. Who decided stays with the moderators.
func (h *handler) decided(e runtime.Event, id string, status project.Status) {
	s := h.change(id)
	first := !s.Listed
	s.Open = status.Searchable()
	s.Listed = s.Listed || s.Open
	if s.Open && first {
		h.add(e, entry{kind: ProjectListed, project: id, waited: since(s.Submitted, at(e))})
	}
	s.Submitted = nil
}

// chosen is a status that members take themselves.
func (h *handler) chosen(e runtime.Event, id string, status project.Status) {
	s := h.change(id)
	first, open := !s.Listed, s.Open
	s.Open = status.Searchable()
	s.Listed = s.Listed || s.Open
	switch {
	case s.Open && first:
		h.add(e, entry{kind: ProjectListed, project: id, actor: e.Meta.Actor})
	case open && status == project.Archived:
		h.add(e, entry{kind: ProjectArchived, project: id, actor: e.Meta.Actor})
	}
}

// version announces what visitors can newly find. Versions from before the project's own listing are part of that.
func (h *handler) version(e runtime.Event) {
	switch p := e.Payload.(type) {
	case project.VersionCreated:
		if p.Status != project.VersionListed {
			h.hidden[p.Version] = true
		} else if h.of(p.Project).Open {
			h.add(e, entry{kind: VersionPublished, project: p.Project, version: p.Version, actor: p.Author})
		}
	case project.VersionStatusChanged:
		if p.Status != project.VersionListed || !h.hidden[p.Version] {
			return
		}
		h.hidden[p.Version] = false
		if h.of(p.Project).Open {
			h.add(e, entry{kind: VersionPublished, project: p.Project, version: p.Version, actor: e.Meta.Actor})
		}
	case project.VersionDeleted:
		h.hidden[p.Version] = false
	}
}

func (h *handler) add(e runtime.Event, row entry) {
	row.position, row.at, row.recorded = uint64(e.Position), at(e), e.RecordedAt.UTC().Truncate(time.Microsecond)
	h.entries = append(h.entries, row)
}

// since is the time from a submission to its answer in whole seconds, or nil where it is not known.
func since(begin *time.Time, end time.Time) *int32 {
	if begin == nil || end.Before(*begin) {
		return nil
	}
	seconds := int32(min(end.Sub(*begin).Seconds(), math.MaxInt32))
	return &seconds
}
