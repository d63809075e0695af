package catalog

import (
	"fmt"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// applyVersion folds the events of a version's stream into the version and its project.
func (h *handler) applyVersion(e runtime.Event) (bool, error) {
	switch c := e.Payload.(type) {
	case project.VersionCreated:
		v := versionCreated(c, at(e), uint64(e.Position))
		v.ChangelogHTML = h.opts.Markdown(v.Changelog)
		_, again := h.changed.deleted.versions[c.Version]
		delete(h.changed.deleted.versions, c.Version)
		h.changed.versions[c.Version] = again
		return true, h.putVersion(e, v, true)
	case project.VersionDeleted:
		h.deleteVersion(e, c)
		return true, nil
	}
	id, projectID, change := versionChange(e.Payload)
	if change == nil {
		return false, nil
	}
	return true, h.changeVersion(e, id, projectID, func(v *versionState) {
		change(v)
		if _, written := e.Payload.(project.ChangelogWritten); written {
			v.ChangelogHTML = h.opts.Markdown(v.Changelog)
		}
	})
}

// changeVersion folds a change into a version that exists. A project that was deleted took its versions with it.
func (h *handler) changeVersion(e runtime.Event, id, projectID string, change func(*versionState)) error {
	v := h.versions[id]
	if v == nil {
		if h.projects[projectID] == nil {
			return nil
		}
		return fmt.Errorf("apply %s: version %s is unknown", e.Type, id)
	}
	change(v)
	if _, known := h.changed.versions[id]; !known {
		h.changed.versions[id] = true
	}
	return h.putVersion(e, v, false)
}

// putVersion tells the version's project of it; a new version is the project's last update.
func (h *handler) putVersion(e runtime.Event, v *versionState, isNew bool) error {
	p := h.projects[v.Project]
	if p == nil {
		return fmt.Errorf("apply %s: project %s of version %s is unknown", e.Type, v.Project, v.Version)
	}
	v.Position = uint64(e.Position)
	h.versions[v.Version] = v
	p.putVersion(v.facts())
	p.Position, p.Changed = uint64(e.Position), at(e)
	if isNew && v.Published.After(p.Updated) {
		p.Updated = v.Published
	}
	h.touch(p.ID)
	return nil
}

func (h *handler) deleteVersion(e runtime.Event, c project.VersionDeleted) {
	delete(h.versions, c.Version)
	delete(h.changed.versions, c.Version)
	h.changed.deleted.versions[c.Version] = true
	if p := h.projects[c.Project]; p != nil {
		p.dropVersion(c.Version)
		p.Position, p.Changed = uint64(e.Position), at(e)
		h.touch(p.ID)
	}
}
