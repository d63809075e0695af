package organization

import (
	"slices"

	"github.com/modyard/modyard/domain/fault"
)

// Projects is what an organization owns, folded from the stream orgprojects-<id>. What the site's import gave to a
// repost team does not stand there.
type Projects struct {
	IDs    []string
	Closed bool
}

// EvolveProjects adds one event of the stream.
func EvolveProjects(p Projects, event any) Projects {
	switch e := event.(type) {
	case ProjectAdded:
		p.IDs = append(slices.Clip(p.IDs), e.Project)
	case ProjectRemoved:
		p.IDs = slices.DeleteFunc(slices.Clone(p.IDs), func(id string) bool { return id == e.Project })
	case ProjectsClosed:
		p.Closed = true
	}
	return p
}

// maxProjects bounds what one organization owns by people's own commands.
const maxProjects = 1000

// MayAdd says that an actor may give projects to the organization (ADD_PROJECT).
func (s State) MayAdd(a Actor) error {
	if !s.Exists() {
		return fault.Invalid("organization_id", "团队不存在。")
	}
	if !s.PermissionsOf(a).Has(AddProject) {
		return fault.Forbidden("您不能向该团队添加资源。")
	}
	return nil
}

// Add keeps a project that the organization now owns.
func (p Projects) Add(project string) ([]any, error) {
	switch {
	case p.Closed:
		return nil, fault.Invalid("organization_id", "团队不存在。")
	case slices.Contains(p.IDs, project):
		return nil, nil
	case len(p.IDs) >= maxProjects:
		return nil, fault.Invalid("organization_id", "该团队的资源已达上限。")
	}
	return []any{ProjectAdded{Project: project}}, nil
}

// MayRemove says that an actor may take projects out (REMOVE_PROJECT), and that newOwner is an accepted member, to
// whom a project may be given.
func (s State) MayRemove(a Actor, newOwner string) error {
	if err := s.allow(a, RemoveProject); err != nil {
		return err
	}
	if m, ok := s.Member(newOwner); !ok || !m.Accepted {
		return fault.Invalid("new_owner", "新所有者须是团队的成员。")
	}
	return nil
}

// Remove forgets a project that the organization does not own any more.
func (p Projects) Remove(project string) []any {
	if !slices.Contains(p.IDs, project) {
		return nil
	}
	return []any{ProjectRemoved{Project: project}}
}

// Delete ends an organization that owns nothing (DELETE_ORGANIZATION). Its slug is released with it, and the stream
// of its projects closed.
type Delete struct {
	By    Actor
	Owned Projects
}

func (c Delete) decide(s State) ([]any, error) {
	if err := s.allow(c.By, DeleteOrganization); err != nil {
		return nil, err
	}
	if s.Repost {
		return nil, fault.Forbidden("搬运团队由站点管理，不能删除。")
	}
	if len(c.Owned.IDs) > 0 {
		return nil, fault.Invalid("projects", "请先移出团队的全部资源，再删除团队。")
	}
	return []any{Deleted{Slug: s.Slug}}, nil
}
