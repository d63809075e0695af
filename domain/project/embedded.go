package project

import (
	"slices"

	"github.com/modyard/modyard/domain/reason"
)

// Embed is a list of dependencies with those on what the version's files hold. One that names the same version already says
// so, and so does an embedded one of the whole project. The list stays within the limit of its length.
func Embed(list, held []Dependency) []Dependency {
	said := map[string]bool{}
	for _, d := range list {
		if d.Version != "" {
			said[d.Version] = true
		} else if d.Kind == "embedded" && d.Project != "" {
			said[d.Project] = true
		}
	}
	out := slices.Clone(list)
	for _, d := range held {
		if !said[d.Version] && !said[d.Project] && len(out) < maxDependencies {
			said[d.Version] = true
			out = append(out, d)
		}
	}
	return out
}

// embedding is the event of a changed list of dependencies after files were added that hold some, and removed that held
// some; nil if nothing changes.
func (v Version) embedding(now, gone []Dependency, why *reason.Reason) any {
	list := slices.DeleteFunc(slices.Clone(v.Dependencies), func(d Dependency) bool { return slices.Contains(gone, d) })
	if list = Embed(list, now); slices.Equal(list, v.Dependencies) {
		return nil
	}
	return DependenciesChanged{Version: v.ID, Project: v.Project, Dependencies: append([]Dependency{}, list...), Reason: why}
}
