package organization

import (
	"cmp"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// Invite invites an account (MANAGE_INVITES). The caller checks that the account exists. Rights on the projects also
// require EDIT_MEMBER_DEFAULT_PERMISSIONS.
type Invite struct {
	By                 actor.Actor
	Account            string
	Role               string
	Permissions        Permissions
	ProjectPermissions project.Permissions
	Weight             team.Weight
	Ordering           int
	Reason             *reason.Reason
}

func (c Invite) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, func(a actor.Actor) error {
		if err := s.allow(a, ManageInvites); err != nil {
			return err
		}
		if err := team.Invitable(c.Account, s.standing(c.Account), len(s.Members)); err != nil {
			return err
		}
		if err := s.grant(a, c.Permissions, 0); err != nil {
			return err
		}
		return s.grantOnProjects(a, c.ProjectPermissions, 0)
	})
	if err != nil {
		return nil, "", err
	}
	title, err := team.Role(cmp.Or(c.Role, team.DefaultRole))
	if err != nil {
		return nil, "", err
	}
	if err := c.Weight.Check(); err != nil {
		return nil, "", err
	}
	if err := team.Ordering(c.Ordering); err != nil {
		return nil, "", err
	}
	return []any{MemberInvited{
		Account: c.Account, Role: title, Permissions: c.Permissions, ProjectPermissions: c.ProjectPermissions,
		Weight: c.Weight, Ordering: c.Ordering, Reason: why.To(c.Account),
	}}, as, nil
}

// grant returns an error if the actor may not grant the rights on the organization to an account that has some already.
func (s State) grant(a actor.Actor, rights, has Permissions) error {
	return team.Grant("organization_permissions", rights, s.PermissionsOf(a)|has, AllPermissions)
}

// grantOnProjects is grant for rights on the projects.
func (s State) grantOnProjects(a actor.Actor, rights, has project.Permissions) error {
	if rights != has && !s.PermissionsOf(a).Has(EditMemberDefaults) {
		return fault.Forbidden("你没有设置成员的项目权限的权限。")
	}
	return team.Grant("permissions", rights, s.projectPermissionsOf(a)|has, project.AllPermissions)
}

// Join accepts an invitation.
type Join struct{ By actor.Actor }

func (c Join) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	standing := s.standing(c.By.Account)
	if err := team.Joinable(standing); err != nil || standing == team.Accepted {
		return nil, role.Self, err
	}
	return []any{MemberJoined{Account: c.By.Account}}, role.Self, nil
}
