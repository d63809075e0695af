package catalog

import (
	"fmt"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

// version folds an event of a version's stream into the version and its project. An unknown version was deleted with
// its project.
func (h *handler) version(e runtime.Event) error {
	id := e.Subject()
	v := h.versions[id]
	_, created := e.Payload.(project.VersionCreated)
	if created {
		v = &versionState{Created: uint64(e.Position)}
	}
	if v == nil || !created && h.projects[v.Project] == nil {
		return nil
	}
	changelog := v.Changelog
	v.Version = project.EvolveVersionAt(v.Version, e.Payload, e.At())
	v.Position, v.unrendered = uint64(e.Position), v.unrendered || v.Changelog != changelog
	p := h.projects[v.Project]
	if p == nil {
		return fmt.Errorf("project %s of version %s is unknown", v.Project, id)
	}
	p.Position, p.Changed = uint64(e.Position), e.At()
	touch(h.changed.projects, p.ID)
	if v.Deleted {
		p.dropVersion(id)
		delete(h.versions, id)
		delete(h.changed.versions, id)
		h.rows.Exec(deleteVersion, id)
		return nil
	}
	p.putVersion(v.facts())
	if created && v.PublishedAt.After(p.Updated) { // a new version updates the project's date
		p.Updated = v.PublishedAt
	}
	h.versions[id] = v
	if _, known := h.changed.versions[id]; !known {
		h.changed.versions[id] = !created
	}
	return nil
}
