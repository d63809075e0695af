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
		v = newVersion(e)
	}
	if v == nil || !created && h.projects[v.Project] == nil {
		return nil
	}
	v.apply(e)
	p := h.projects[v.Project]
	if p == nil {
		return fmt.Errorf("project %s of version %s is unknown", v.Project, id)
	}
	p.applyVersion(e, v)
	touch(h.changed.projects, p.ID)
	if v.Deleted {
		delete(h.versions, id)
		delete(h.changed.versions, id)
		h.rows.Exec(deleteVersion, id)
		return nil
	}
	h.versions[id] = v
	if _, known := h.changed.versions[id]; !known {
		h.changed.versions[id] = !created
	}
	return nil
}
