package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/idset"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Projects are the projects of an organization, folded from the stream orgprojects-<id>. Projects that the site's
// import gave to a repost team are not included.
type Projects struct {
	IDs    idset.Set
	Closed bool
}

// EvolveProjects applies one event. It takes over its argument, which must not be used afterwards.
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

// maxProjects is the maximum number of projects that people can add to one organization.
const maxProjects = 1000

// MayAdd returns the role in which an actor may add projects to the organization (ADD_PROJECT), and the reason.
func (s State) MayAdd(a actor.Actor, given *reason.Reason) (role.Role, *reason.Reason, error) {
	if !s.Exists() {
		return "", nil, fault.Invalid("organization_id", "团队不存在。")
	}
	return s.may(a, given, func(a actor.Actor) error {
		if !s.PermissionsOf(a).Has(AddProject) {
			return fault.Forbidden("你不能向该团队添加项目。")
		}
		return nil
	})
}

// Own adds a project to those of an organization, removes it, or closes the list of a deleted organization. A concurrent
// addition conflicts with the latter, and is rejected.
type Own struct {
	decision.Entry
	Reason *reason.Reason
	Close  bool
}

// DecideProjects returns the event of a command, or a *fault.Error.
func DecideProjects(p Projects, c Own) ([]decision.Event, error) {
	held := p.IDs.Has(c.ID)
	switch {
	case c.Close:
		return c.Decide(false, ProjectsClosed{}, nil)
	case !c.Ended && p.Closed:
		return nil, fault.Invalid("organization_id", "团队不存在。")
	case !c.Ended && !held && p.IDs.Len() >= maxProjects:
		return nil, fault.Invalid("organization_id", "该团队的项目已达上限。")
	}
	return c.Decide(held, ProjectAdded{Project: c.ID, Reason: c.Reason}, ProjectRemoved{Project: c.ID, Reason: c.Reason})
}

// MayRemove returns the role in which an actor may remove projects (REMOVE_PROJECT), and the reason. The project becomes
// the organization's owner's; only the owner, or the staff, may give it to another member. Otherwise the right to remove
// projects would be the right to own each of them.
func (s State) MayRemove(a actor.Actor, newOwner string, given *reason.Reason) (role.Role, *reason.Reason, error) {
	as, why, err := s.mayBy(a, given, RemoveProject)
	if err != nil {
		return "", nil, err
	}
	if m, ok := s.Member(newOwner); !ok || !m.Accepted {
		return "", nil, fault.Invalid("new_owner", "新所有者须是团队的成员。")
	}
	if newOwner != s.Owner && !s.owns(a) {
		return "", nil, fault.Forbidden("你只能把项目移交给团队的所有者。")
	}
	return as, why, nil
}

// Delete deletes an organization without projects (DELETE_ORGANIZATION). The caller also releases its slug and closes
// the stream of its projects.
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
			return fault.Invalid("projects", "请先移出团队的全部项目，再删除团队。")
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return []any{Deleted{Slug: s.Slug, Reason: why}}, as, nil
}
