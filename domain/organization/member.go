package organization

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
)

// ChangeMember changes a member or an invitation. A nil field is left as it is. Rights on the projects need
// EDIT_MEMBER_DEFAULT_PERMISSIONS, everything else EDIT_MEMBER.
type ChangeMember struct {
	By                 Actor
	Account            string
	Role               *string
	Permissions        *Permissions
	ProjectPermissions *project.Permissions
	Split              *float64
	Ordering           *int
}

func (c ChangeMember) decide(s State) ([]any, error) {
	if err := s.allow(c.By, c.right()); err != nil {
		return nil, err
	}
	m, ok := s.Member(c.Account)
	if !ok {
		return nil, team.Unknown(teamOf)
	}
	if c.Account == s.Owner && (c.Permissions != nil && *c.Permissions != m.Permissions ||
		c.ProjectPermissions != nil && *c.ProjectPermissions != m.ProjectPermissions) {
		return nil, fault.Invalid("permissions", "不能修改所有者的权限。")
	}
	e := MemberEdited{Account: c.Account}
	for _, err := range []error{
		change(&e.Role, c.Role, m.Role, team.Role),
		// What the member keeps is not granted again.
		change(&e.Permissions, c.Permissions, m.Permissions, func(v Permissions) (Permissions, error) {
			return v, s.grant(c.By, v, m.Permissions)
		}),
		change(&e.ProjectPermissions, c.ProjectPermissions, m.ProjectPermissions, func(v project.Permissions) (project.Permissions, error) {
			return v, s.grantOnProjects(c.By, v, m.ProjectPermissions)
		}),
		change(&e.Split, c.Split, m.Split, func(v float64) (float64, error) { return v, team.Split(v) }),
		change(&e.Ordering, c.Ordering, m.Ordering, func(v int) (int, error) { return v, team.Ordering(v) }),
	} {
		if err != nil {
			return nil, err
		}
	}
	if e == (MemberEdited{Account: c.Account}) {
		return nil, nil
	}
	return []any{e}, nil
}

func (c ChangeMember) right() Permissions {
	var right Permissions
	if c.ProjectPermissions != nil {
		right |= EditMemberDefaults
	}
	if c.ProjectPermissions == nil || c.Role != nil || c.Permissions != nil || c.Split != nil || c.Ordering != nil {
		right |= EditMember
	}
	return right
}

// DropMember ends a membership (REMOVE_MEMBER) or an invitation (MANAGE_INVITES). Everyone may remove himself.
type DropMember struct {
	By      Actor
	Account string
}

func (c DropMember) decide(s State) ([]any, error) {
	standing := s.standing(c.Account)
	right := RemoveMember
	switch {
	case c.By.Account != "" && c.By.Account == c.Account:
		right = 0
	case standing == team.Invited:
		right = ManageInvites
	}
	if err := s.allow(c.By, right); err != nil {
		return nil, err
	}
	if standing == team.Outsider {
		return nil, team.Unknown(teamOf)
	}
	if err := team.KeepsOwner(c.Account, s.Owner); err != nil {
		return nil, err
	}
	return []any{MemberRemoved{Account: c.Account}}, nil
}

// TransferOwner hands the organization to an accepted member. The former owner stays a member.
type TransferOwner struct {
	By      Actor
	Account string
}

func (c TransferOwner) decide(s State) ([]any, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if !s.owns(c.By) {
		return nil, fault.Forbidden("只有所有者可以转让团队。")
	}
	if err := team.Heir(s.standing(c.Account), teamOf); err != nil || c.Account == s.Owner {
		return nil, err
	}
	return []any{OwnerChanged{Account: c.Account}}, nil
}
