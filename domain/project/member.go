package project

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/team"
)

// teamOf is what faults call the thing that a project's team belongs to.
const teamOf = "资源"

func unknownMember() error { return team.Unknown(teamOf) }

// ChangeMember changes a member of the team or an invitation. A nil field is left as it is.
type ChangeMember struct {
	By          Actor
	Account     string
	Role        *string
	Permissions *Permissions
	Split       *float64
	Ordering    *int
}

func (c ChangeMember) decide(s State) ([]any, error) {
	if err := s.allow(c.By, EditMember); err != nil {
		return nil, err
	}
	m, ok := s.Member(c.Account)
	if !ok {
		return nil, unknownMember()
	}
	if c.Permissions != nil && *c.Permissions != m.Permissions && c.Account == s.Owner {
		return nil, fault.Invalid("permissions", "不能修改所有者的权限。")
	}
	held := s.PermissionsOf(c.By)
	e := MemberEdited{Account: c.Account}
	for _, err := range []error{
		change(&e.Role, c.Role, m.Role, team.Role),
		change(&e.Permissions, c.Permissions, m.Permissions, func(v Permissions) (Permissions, error) {
			// What the member keeps is not granted again.
			return v, grant(v, held|m.Permissions)
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

// DropMember ends a membership (REMOVE_MEMBER) or an invitation (MANAGE_INVITES). Everyone may remove himself.
type DropMember struct {
	By      Actor
	Account string
}

func (c DropMember) decide(s State) ([]any, error) {
	if !s.VisibleTo(c.By) {
		return nil, notFound()
	}
	m, ok := s.Member(c.Account)
	if c.By.Account == "" || c.Account != c.By.Account {
		right := RemoveMember
		if ok && !m.Accepted {
			right = ManageInvites
		}
		if err := s.allow(c.By, right); err != nil {
			return nil, err
		}
	}
	if !ok {
		return nil, unknownMember()
	}
	if err := team.KeepsOwner(c.Account, s.Owner); err != nil {
		return nil, err
	}
	return []any{MemberRemoved{Account: c.Account}}, nil
}

// TransferOwner hands the project to an accepted member. The former owner stays a member.
type TransferOwner struct {
	By      Actor
	Account string
}

func (c TransferOwner) decide(s State) ([]any, error) {
	if !s.VisibleTo(c.By) {
		return nil, notFound()
	}
	if c.By.Account == "" || c.By.Staff != Admin && c.By.Account != s.Owner {
		return nil, fault.Forbidden("只有所有者可以转让资源。")
	}
	if s.Organization != "" {
		return nil, fault.Invalid("user_id", "属于团队的资源不能由资源成员转让。")
	}
	if err := team.Heir(s.standing(c.Account), teamOf); err != nil || c.Account == s.Owner {
		return nil, err
	}
	return []any{OwnerChanged{Account: c.Account}}, nil
}
