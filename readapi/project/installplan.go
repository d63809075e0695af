package project

import (
	"github.com/modyard/modyard/contract"
)

// planning is a plan in the making. It knows no database: edges are given to it level by level.
type planning struct {
	items    []InstallItem // the primary first
	skipped  []SkippedItem
	chosen   map[string]string // version by project, of the items and of the candidates of the present level
	against  map[string][]edge // by project: with which chosen versions it conflicts
	existing map[string]bool
	excluded map[string]bool
}

func newPlanning(q InstallQuestion) *planning {
	p := &planning{skipped: []SkippedItem{}, chosen: map[string]string{}, against: map[string][]edge{}, existing: map[string]bool{}, excluded: map[string]bool{}}
	for _, id := range q.ExistingProjectIDs {
		p.existing[id] = true
	}
	for _, id := range q.ExcludedProjectIDs {
		p.excluded[id] = true
	}
	return p
}

// resolve makes the plan. read reads the edges of versions.
func (p *planning) resolve(primary primaryItem, read func(versions []string) (map[string]edges, error)) error {
	own, err := read([]string{primary.Version})
	if err != nil {
		return err
	}
	p.chosen[primary.Project] = primary.Version
	p.accept(InstallItem{ProjectID: primary.Project, VersionID: primary.Version, Required: true}, own[primary.Version])
	for _, e := range own[primary.Version].incompatible {
		if p.existing[e.Project] && e.Pinned == "" && e.Project != primary.Project {
			p.skip(e, "conflicting_dependency")
		}
	}
	wanted := own[primary.Version].required
	for level := 1; len(wanted) > 0; level++ {
		if level > maxInstallLevels {
			for _, e := range wanted {
				if _, known := p.chosen[e.Project]; !known {
					p.skip(e, "dependency_depth_exceeded")
				}
			}
			return nil
		}
		if wanted, err = p.level(wanted, read); err != nil {
			return err
		}
	}
	return nil
}

// level decides about the dependencies of one level, and returns those of the next.
func (p *planning) level(wanted []edge, read func([]string) (map[string]edges, error)) ([]edge, error) {
	var candidates []edge
	var versions []string
	for _, e := range wanted {
		if reason := p.unwanted(e); reason != "" {
			p.skip(e, reason)
			continue
		}
		p.chosen[e.Project] = e.Version
		candidates, versions = append(candidates, e), append(versions, e.Version)
	}
	if len(versions) == 0 {
		return nil, nil
	}
	if len(p.items)+len(versions) > maxInstalled {
		return nil, tooManyToInstall()
	}
	found, err := read(versions)
	if err != nil {
		return nil, err
	}
	accepted := make(map[string]bool, len(p.items)) // projects
	for _, item := range p.items {
		accepted[item.ProjectID] = true
	}
	var next []edge
	for _, e := range candidates {
		its := found[e.Version]
		if p.conflicts(e, its, accepted) {
			delete(p.chosen, e.Project)
			p.skip(e, "conflicting_dependency")
			continue
		}
		accepted[e.Project] = true
		p.accept(InstallItem{ProjectID: e.Project, VersionID: e.Version, DependentOn: contract.Present(e.Of), Required: true}, its)
		next = append(next, its.required...)
	}
	return next, nil
}

// unwanted is the reason not to install what an edge requires; empty where there is none.
func (p *planning) unwanted(e edge) string {
	version, planned := p.chosen[e.Project]
	switch {
	case e.Project == "":
		return "missing_version"
	case p.excluded[e.Project]:
		return "excluded_by_user"
	case planned && e.Pinned != "" && e.Version != version:
		return "conflicting_dependency"
	case planned:
		return "duplicate_project"
	case p.existing[e.Project]:
		return "already_installed"
	case !e.Found:
		return "missing_version"
	case e.Version == "":
		return "no_compatible_version"
	}
	return ""
}

// conflicts is true if a candidate and something accepted or installed exclude each other.
func (p *planning) conflicts(e edge, its edges, accepted map[string]bool) bool {
	for _, x := range p.against[e.Project] {
		if x.Pinned == "" || x.Pinned == e.Version {
			return true
		}
	}
	for _, x := range its.incompatible {
		switch {
		case x.Project == e.Project:
		case p.existing[x.Project] && x.Pinned == "":
			return true
		case accepted[x.Project] && (x.Pinned == "" || x.Pinned == p.chosen[x.Project]):
			return true
		}
	}
	return false
}

func (p *planning) accept(item InstallItem, its edges) {
	p.items = append(p.items, item)
	for _, x := range its.incompatible {
		if x.Project != item.ProjectID {
			p.against[x.Project] = append(p.against[x.Project], x)
		}
	}
}

func (p *planning) skip(e edge, reason string) {
	p.skipped = append(p.skipped, SkippedItem{
		ProjectID: e.Project, VersionID: contract.Present(e.Pinned), DependentOn: contract.Present(e.Of), Reason: reason, FileName: contract.Present(e.FileName),
	})
}
