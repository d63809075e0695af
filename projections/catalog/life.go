package catalog

import (
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/runtime"
)

// Life is one project with its versions, folded by the functions of the projector. The zero Life has had no event.
type Life struct {
	project  *projectState
	versions map[string]*versionState
}

// Documents are the documents of a project that depend on nothing else than its own events, those of its versions and
// those of its wiki.
type Documents struct {
	Position     eventlog.Position  // of the last event that they show
	Organization string             // that owns the project, or empty
	Project      contract.Project   // without the number of followers
	Page         contract.PageExtra // without the organization
	Versions     []contract.Version // oldest first
}

// Apply folds an event of the project's stream, of that of its wiki, or of one of its versions. The events must come in
// log order.
func (l *Life) Apply(e runtime.Event) {
	switch eventlog.Category(e.Stream) {
	case "wiki":
		if c, ok := e.Payload.(wiki.EditingSet); ok && l.project != nil {
			l.project.editWiki(e, c)
		}
		return
	case "project":
		if _, created := e.Payload.(project.Created); created {
			*l = Life{project: newProject(e), versions: map[string]*versionState{}}
		}
		if l.project != nil {
			l.project.apply(e)
		}
		return
	}
	id := e.Subject()
	v := l.versions[id]
	if _, created := e.Payload.(project.VersionCreated); created {
		v = newVersion(e)
	}
	if v == nil || l.project == nil || l.project.Gone {
		return
	}
	v.apply(e)
	l.project.applyVersion(e, v)
	l.versions[id] = v
}

// Documents makes the documents; false for a project that was not created yet, or was deleted. markdown renders
// the body.
func (l *Life) Documents(markdown func(src string) string) (Documents, bool) {
	p := l.project
	if p == nil || p.Gone {
		return Documents{}, false
	}
	p.render(markdown)
	d := Documents{
		Position: eventlog.Position(p.Position), Organization: p.Organization,
		Project: p.v2(), Page: p.extra(nil), Versions: make([]contract.Version, len(p.Versions)),
	}
	for i, f := range p.Versions {
		d.Versions[i] = l.versions[f.ID].v2(p)
	}
	return d, true
}

// Standing is the state of a project's review at a moment.
type Standing struct {
	Status string // empty before the project was created, and after it was deleted
	Rounds int    // of review
}

// Standing is the state after the last event that was applied.
func (l *Life) Standing() Standing {
	if l.project == nil || l.project.Gone {
		return Standing{}
	}
	return Standing{Status: string(l.project.Status), Rounds: l.project.Rounds}
}

// Version is the number of a version of the project, also of a deleted one, and whether visitors saw it in the lists;
// an empty number for an unknown version.
func (l *Life) Version(id string) (number string, listed bool) {
	v := l.versions[id]
	if v == nil {
		return "", false
	}
	return v.Number, v.Status.Listed()
}
