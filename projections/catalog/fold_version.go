package catalog

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/project"
)

// versionCreated begins the state of a version.
func versionCreated(e project.VersionCreated, at time.Time, position uint64) *versionState {
	return &versionState{VersionCreated: e, Published: at, Created: position}
}

func (v *versionState) edited(e project.VersionEdited) {
	set(&v.Name, e.Name)
	set(&v.Number, e.Number)
	set(&v.Changelog, e.Changelog)
	set(&v.Channel, e.Channel)
	set(&v.Status, e.Status)
	set(&v.Featured, e.Featured)
	set(&v.Loaders, e.Loaders)
	set(&v.GameVersions, e.GameVersions)
	set(&v.Dependencies, e.Dependencies)
	if e.Primary != nil {
		for i := range v.Files {
			v.Files[i].Primary = v.Files[i].SHA512 == *e.Primary
		}
	}
	if e.Kinds != nil {
		for i := range v.Files {
			if kind, changed := (*e.Kinds)[v.Files[i].SHA512]; changed && v.Files[i].SHA512 != "" {
				v.Files[i].Kind = kind
			}
		}
	}
}

func (v *versionState) fileRemoved(e project.FileRemoved) {
	v.Files = slices.DeleteFunc(v.Files, func(f project.File) bool { return f.SHA512 == e.SHA512 })
}

// putVersion keeps the project's versions oldest first.
func (p *projectState) putVersion(f versionFacts) {
	if i := p.versionIndex(f.ID); i >= 0 {
		p.Versions[i] = f
	} else {
		p.Versions = append(p.Versions, f)
	}
	slices.SortStableFunc(p.Versions, func(a, b versionFacts) int {
		if c := a.Published.Compare(b.Published); c != 0 {
			return c
		}
		if a.Created < b.Created {
			return -1
		}
		return 1
	})
}

func (p *projectState) dropVersion(id string) {
	p.Versions = slices.DeleteFunc(p.Versions, func(f versionFacts) bool { return f.ID == id })
}

func (p *projectState) versionIndex(id string) int {
	return slices.IndexFunc(p.Versions, func(f versionFacts) bool { return f.ID == id })
}
