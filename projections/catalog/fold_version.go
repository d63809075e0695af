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

// versionChange is what an event changes of a version, and of which: nil for any other event.
func versionChange(event any) (version, of string, change func(*versionState)) {
	switch e := event.(type) {
	case project.VersionRenamed:
		return e.Version, e.Project, func(v *versionState) { v.Name = e.Name }
	case project.VersionRenumbered:
		return e.Version, e.Project, func(v *versionState) { v.Number = e.Number }
	case project.ChangelogWritten:
		return e.Version, e.Project, func(v *versionState) { v.Changelog = e.Changelog }
	case project.ChannelChanged:
		return e.Version, e.Project, func(v *versionState) { v.Channel = e.Channel }
	case project.VersionStatusChanged:
		return e.Version, e.Project, func(v *versionState) { v.Status = e.Status }
	case project.VersionFeatured:
		return e.Version, e.Project, func(v *versionState) { v.Featured = true }
	case project.VersionUnfeatured:
		return e.Version, e.Project, func(v *versionState) { v.Featured = false }
	case project.CompatibilityChanged:
		return e.Version, e.Project, func(v *versionState) { v.Loaders, v.GameVersions = e.Loaders, e.GameVersions }
	case project.DependenciesChanged:
		return e.Version, e.Project, func(v *versionState) { v.Dependencies = e.Dependencies }
	case project.PrimaryFileChosen:
		return e.Version, e.Project, func(v *versionState) { v.choosePrimary(e.SHA512) }
	case project.FileKindsChanged:
		return e.Version, e.Project, func(v *versionState) { v.changeKinds(e.Files) }
	case project.FilesAdded:
		return e.Version, e.Project, func(v *versionState) { v.Files = append(v.Files, e.Files...) }
	case project.FileRemoved:
		return e.Version, e.Project, func(v *versionState) {
			v.Files = slices.DeleteFunc(v.Files, func(f project.File) bool { return f.SHA512 == e.SHA512 })
		}
	}
	return "", "", nil
}

func (v *versionState) choosePrimary(sha512 string) {
	for i := range v.Files {
		v.Files[i].Primary = v.Files[i].SHA512 == sha512
	}
}

func (v *versionState) changeKinds(changed []project.FileKind) {
	for _, k := range changed {
		for i := range v.Files {
			if v.Files[i].SHA512 == k.SHA512 && k.SHA512 != "" {
				v.Files[i].Kind = k.Kind
			}
		}
	}
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
