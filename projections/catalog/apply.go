package catalog

import (
	"cmp"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/runtime"
)

// newProject is the state to which a project's first event is applied.
func newProject(e runtime.Event) *projectState { return &projectState{Updated: e.At()} }

// apply folds an event of the project's own stream.
func (p *projectState) apply(e runtime.Event) {
	before := p.State
	p.State = project.EvolveAt(before, e.Payload, e.At())
	p.Position, p.Changed = uint64(e.Position), e.At()
	p.unrendered = p.unrendered || p.Body != before.Body
	switch c := e.Payload.(type) {
	case project.PictureAdded:
		if p.Pictured == nil {
			p.Pictured = map[string]time.Time{}
		}
		p.Pictured[c.Picture.URL] = e.At()
	case project.EnvironmentsChanged:
		p.EnvironmentAt = p.Position
	case project.ListedByImport:
		p.Import = &c
	case project.PictureRemoved:
		delete(p.Pictured, c.URL)
	case project.Submitted:
		if before.Status != project.Processing { // a waiting project keeps its place
			queued := e.At()
			p.Queued = &queued
			p.Rounds++
		}
	}
	p.noteListing()
}

// editWiki folds who may edit the project's wiki, and says whether the project's documents changed. What its page shows
// stays.
func (p *projectState) editWiki(e runtime.Event, c wiki.EditingSet) (changed bool) {
	open := c.Editing == wiki.Open
	if open == p.WikiOpen {
		return false
	}
	p.WikiOpen, p.Position = open, uint64(e.Position)
	return true
}

// noteListing records the position at which a project was hidden from search. The position is that of the event:
// whether a batch saw the project listed in between depends on batch boundaries.
func (p *projectState) noteListing() {
	switch {
	case p.Status.Searchable():
		p.Shown, p.HiddenAt = true, 0
	case p.Shown && p.HiddenAt == 0:
		p.HiddenAt = p.Position
	}
}

// newVersion is the state to which a version's first event is applied.
func newVersion(e runtime.Event) *versionState { return &versionState{Created: uint64(e.Position)} }

// apply folds an event of the version's stream.
func (v *versionState) apply(e runtime.Event) {
	changelog := v.Changelog
	v.Version = project.EvolveVersionAt(v.Version, e.Payload, e.At())
	if created, ok := e.Payload.(project.VersionCreated); ok {
		v.Undated = created.Undated
	} else if released(e) { // its date is that of the release
		v.Undated = false
	}
	v.Position, v.unrendered = uint64(e.Position), v.unrendered || v.Changelog != changelog
}

// released is true for an event that publishes a version at another time than before.
func released(e runtime.Event) bool {
	changed, ok := e.Payload.(project.VersionStatusChanged)
	return ok && changed.Plan != ""
}

// applyVersion folds an event that was applied to one of the project's versions. The versions are oldest first.
func (p *projectState) applyVersion(e runtime.Event, v *versionState) {
	p.Position, p.Changed = uint64(e.Position), e.At()
	f := v.facts()
	if released(e) { // it has another date now
		p.Versions = slices.DeleteFunc(p.Versions, func(old versionFacts) bool { return old.ID == f.ID })
	}
	i, known := slices.BinarySearchFunc(p.Versions, f, func(a, b versionFacts) int {
		return cmp.Or(a.Published.Compare(b.Published), cmp.Compare(a.Created, b.Created))
	})
	switch {
	case v.Deleted && known:
		p.Versions = slices.Delete(p.Versions, i, i+1)
	case v.Deleted:
	case known:
		p.Versions[i] = f
	default:
		p.Versions = slices.Insert(p.Versions, i, f)
		if v.PublishedAt.After(p.Updated) { // a new version updates the project's date
			p.Updated = v.PublishedAt
		}
	}
}
