package activity

import (
	"math"
	"time"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/projections/runtime"
)

func (h *handler) submitted(e runtime.Event, _ project.Submitted) {
	when := e.At()
	h.change(e.Subject()).Submitted = &when
}

func (h *handler) approved(e runtime.Event, p project.Approved) { h.decided(e, p.Status) }

// imported lists a project of a catalogue. The time of one that the catalogue does not date is invented, so that it is no news.
func (h *handler) imported(e runtime.Event, p project.ListedByImport) {
	if p.Undated {
		s := h.change(e.Subject())
		s.Open = p.Status.Searchable()
		s.Listed = s.Listed || s.Open
		return
	}
	h.decided(e, p.Status)
}

func (h *handler) rejected(e runtime.Event, _ project.Rejected) { h.refused(e) }
func (h *handler) withheld(e runtime.Event, _ project.Withheld) { h.refused(e) }

func (h *handler) refused(e runtime.Event) {
	s := h.change(e.Subject())
	s.Open, s.Submitted = false, nil
}

// undone handles a decision that was undone. A line about the first listing stays, and shows while the project does.
func (h *handler) undone(e runtime.Event, p project.DecisionUndone) {
	s := h.change(e.Subject())
	s.Open, s.Submitted = p.To.Searchable(), p.SubmittedAt
}

// decided handles the end of a review round, or the listing of an import. The feed does not name the moderator.
func (h *handler) decided(e runtime.Event, status project.Status) {
	s := h.change(e.Subject())
	first := !s.Listed
	s.Open = status.Searchable()
	s.Listed = s.Listed || s.Open
	if s.Open && first {
		h.add(e, entry{Kind: ProjectListed, Project: s.ID, Waited: since(s.Submitted, e.At())})
	}
	s.Submitted = nil
}

// chosen handles a status that members set themselves.
func (h *handler) chosen(e runtime.Event, p project.StatusChanged) {
	s := h.change(e.Subject())
	first, open := !s.Listed, s.Open
	s.Open = p.To.Searchable()
	s.Listed = s.Listed || s.Open
	switch {
	case s.Open && first:
		h.add(e, entry{Kind: ProjectListed, Project: s.ID, Actor: e.Meta.Actor})
	case open && p.To == project.Archived:
		h.add(e, entry{Kind: ProjectArchived, Project: s.ID, Actor: e.Meta.Actor})
	}
}

func (h *handler) deleted(e runtime.Event, _ project.Deleted) {
	id := e.Subject()
	h.projects[id] = &state{ID: id}
	delete(h.changed, id)
	projects.Delete(h.rows, state{ID: id})
}

func (h *handler) pictureAdded(e runtime.Event, p project.PictureAdded) {
	if id := e.Subject(); h.of(id).Open {
		h.add(e, entry{Kind: PictureAdded, Project: id, Actor: e.Meta.Actor, Picture: p.Picture.URL})
	}
}

func (h *handler) joined(e runtime.Event, p project.MemberJoined) {
	if id := e.Subject(); h.of(id).Open {
		h.add(e, entry{Kind: MemberJoined, Project: id, Account: p.Account})
	}
}

// Versions are announced once visitors can find them. Versions from before the project's first listing are not
// announced, nor those of an import whose time is invented or which have no file anywhere.
func (h *handler) versionCreated(e runtime.Event, p project.VersionCreated) {
	if p.Undated || e.Meta.Role == string(role.Import) && len(p.Files) == 0 {
		return
	}
	if p.Status != project.VersionListed {
		h.hide(p.Version, true)
	} else if h.of(p.Project).Open {
		h.add(e, entry{Kind: VersionPublished, Project: p.Project, Version: p.Version, Actor: p.Author})
	}
}

func (h *handler) versionStatus(e runtime.Event, p project.VersionStatusChanged) {
	if p.Status != project.VersionListed || !h.hidden[p.Version] {
		return
	}
	h.hide(p.Version, false)
	if h.of(p.Project).Open {
		h.add(e, entry{Kind: VersionPublished, Project: p.Project, Version: p.Version, Actor: e.Meta.Actor})
	}
}

func (h *handler) versionDeleted(_ runtime.Event, p project.VersionDeleted) { h.hide(p.Version, false) }

// organizationCreated announces a team, but not those that an import makes for what it brings.
func (h *handler) organizationCreated(e runtime.Event, p organization.Created) {
	if e.Meta.Role == string(role.Import) {
		return
	}
	h.add(e, entry{Kind: OrganizationCreated, Organization: p.Organization, Actor: p.Owner})
}

func (h *handler) add(e runtime.Event, row entry) {
	row.Position, row.At, row.Recorded = uint64(e.Position), e.At(), e.RecordedAt.UTC().Truncate(time.Microsecond)
	h.entries = append(h.entries, row)
}

// since is the time from a submission to its decision in whole seconds, or nil where it is unknown.
func since(begin *time.Time, end time.Time) *int32 {
	if begin == nil || end.Before(*begin) {
		return nil
	}
	seconds := int32(min(end.Sub(*begin).Seconds(), math.MaxInt32))
	return &seconds
}
