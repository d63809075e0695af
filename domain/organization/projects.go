package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Projects is what an organization owns, folded from the stream orgprojects-<id>. What the site's import gave to a
// repost team does not stand there.
type Projects struct {
	IDs    idset.Set
	Closed bool
}

// EvolveProjects adds one event of the stream to what was folded before, which must not be used any more.
func EvolveProjects(p Projects, event any) Projects {
	switch e := event.(type) {
	case ProjectAdded:
		p.IDs = p.IDs.With(e.Project)
	case ProjectRemoved:
		p.IDs = p.IDs.Without(e.Project)
	case ProjectsClosed:
		p.Closed = true
	}
	return p
}

// maxProjects bounds what one organization owns by people's own commands.
const maxProjects = 1000

// MayAdd says in which role an actor gives projects to the organization (ADD_PROJECT), and why.
func (s State) MayAdd(a actor.Actor, given *reason.Reason) (role.Role, *reason.Reason, error) {
	if !s.Exists() {
		return "", nil, fault.Invalid("organization_id", "团队不存在。")
	}
	return s.may(a, given, func(a actor.Actor) error {
		if !s.PermissionsOf(a).Has(AddProject) {
			return fault.Forbidden("您不能向该团队添加资源。")
		}
		return nil
	})
}

// Add keeps a project that the organization now owns.
func (p Projects) Add(project string, why *reason.Reason) ([]any, error) {
	switch {
	case p.Closed:
		return nil, fault.Invalid("organization_id", "团队不存在。")
	case p.IDs.Has(project):
		return nil, nil
	case p.IDs.Len() >= maxProjects:
		return nil, fault.Invalid("organization_id", "该团队的资源已达上限。")
	}
	return []any{ProjectAdded{Project: project, Reason: why}}, nil
}

// MayRemove says in which role an actor takes projects out (REMOVE_PROJECT), and why. The new owner must be an
// accepted member, to whom a project may be given.
func (s State) MayRemove(a actor.Actor, newOwner string, given *reason.Reason) (role.Role, *reason.Reason, error) {
	as, why, err := s.mayBy(a, given, RemoveProject)
	if err != nil {
		return "", nil, err
	}
	if m, ok := s.Member(newOwner); !ok || !m.Accepted {
		return "", nil, fault.Invalid("new_owner", "新所有者须是团队的成员。")
	}
	return as, why, nil
}

// Remove forgets a project that the organization does not own any more.
func (p Projects) Remove(project string, why *reason.Reason) []any {
	if !p.IDs.Has(project) {
		return nil
	}
	return []any{ProjectRemoved{Project: project, Reason: why}}
}

// Delete ends an organization that owns nothing (DELETE_ORGANIZATION). Its slug is released with it, and the stream
// of its projects closed.
type Delete struct {
	By     actor.Actor
	Owned  Projects
	Reason *reason.Reason
}

func (c Delete) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, func(a actor.Actor) error {
		if err := s.allow(a, DeleteOrganization); err != nil {
			return err
		}
		if s.Repost {
			return fault.Forbidden("搬运团队由站点管理，不能删除。")
		}
		if c.Owned.IDs.Len() > 0 {
			return fault.Invalid("projects", "请先移出团队的全部资源，再删除团队。")
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return []any{Deleted{Slug: s.Slug, Reason: why}}, as, nil
}
