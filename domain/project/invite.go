package project

import (
	"cmp"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// Invite invites an account to the team. The caller checks that the account exists.
type Invite struct {
	By          actor.Actor
	Reason      *reason.Reason
	Account     string
	Role        string
	Permissions Permissions
	Weight      team.Weight
	Ordering    int
}

func (c Invite) role(s State) role.Role { return s.RoleOf(c.By, ManageInvites) }

func (c Invite) decide(s State) ([]any, error) {
	why, err := s.allow(c.By, ManageInvites, c.Reason)
	if err != nil {
		return nil, err
	}
	if err := team.Invitable(c.Account, s.standing(c.Account), len(s.Members)); err != nil {
		return nil, err
	}
	title, err := team.Role(cmp.Or(c.Role, team.DefaultRole))
	if err != nil {
		return nil, err
	}
	if err := grant(c.Permissions, s.PermissionsOf(c.By)); err != nil {
		return nil, err
	}
	if err := c.Weight.Check(); err != nil {
		return nil, err
	}
	if err := team.Ordering(c.Ordering); err != nil {
		return nil, err
	}
	return []any{MemberInvited{
		Account: c.Account, Role: title, Permissions: c.Permissions, Weight: c.Weight, Ordering: c.Ordering, Reason: why.To(c.Account),
	}}, nil
}

// grant returns an error if the rights include one that the granting member lacks.
func grant(rights, held Permissions) error {
	return team.Grant("permissions", rights, held, AllPermissions)
}

// Join accepts an invitation.
type Join struct{ By actor.Actor }

func (c Join) role(State) role.Role { return role.Self }

func (c Join) decide(s State) ([]any, error) {
	if !s.VisibleTo(c.By) {
		return nil, notFound()
	}
	standing := s.standing(c.By.Account)
	if err := team.Joinable(standing); err != nil || standing == team.Accepted {
		return nil, err
	}
	return []any{MemberJoined{Account: c.By.Account}}, nil
}
