package project

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// teamOf names a project in faults about its members.
const teamOf = "项目"

func unknownMember() error { return team.Unknown(teamOf) }

// ChangeMember changes a member of the team or an invitation. A nil field changes nothing.
type ChangeMember struct {
	By          actor.Actor
	Reason      *reason.Reason
	Account     string
	Role        *string
	Permissions *Permissions
	Weight      *team.Weight
	Effective   string // the first day of the weight, UTC, as 2026-01-31; empty for today
	Ordering    *int
	Today       string // UTC, as 2026-01-31
}

func (c ChangeMember) role(s State) role.Role { return s.RoleOf(c.By, EditMember) }

func (c ChangeMember) decide(s State) ([]any, error) {
	why, err := s.allow(c.By, EditMember, c.Reason)
	if err != nil {
		return nil, err
	}
	m, ok := s.Member(c.Account)
	if !ok {
		return nil, unknownMember()
	}
	if c.Permissions != nil && *c.Permissions != m.Permissions && c.Account == s.Owner {
		return nil, fault.Invalid("permissions", "不能修改所有者的权限。")
	}
	day, err := team.Effective(c.Effective, c.Today)
	if err != nil {
		return nil, err
	}
	var e edits
	explanation := why.To(c.Account)
	change(&e, c.Role, m.Role, team.Role, func(v string) any { return MemberTitled{Account: c.Account, Role: v, Reason: explanation} })
	change(&e, c.Permissions, m.Permissions, func(v Permissions) (Permissions, error) {
		// Rights that the member already has are not granted again.
		return v, grant(v, s.PermissionsOf(c.By)|m.Permissions)
	}, func(v Permissions) any { return RightsGranted{Account: c.Account, Permissions: v, Reason: explanation} })
	change(&e, c.Weight, m.Weight, func(v team.Weight) (team.Weight, error) { return v, v.Check() },
		func(v team.Weight) any {
			return PayoutWeightSet{Account: c.Account, Weight: v, Effective: day, Reason: explanation}
		})
	change(&e, c.Ordering, m.Ordering, func(v int) (int, error) { return v, team.Ordering(v) },
		func(v int) any { return MemberReordered{Account: c.Account, Ordering: v, Reason: explanation} })
	if e.err != nil {
		return nil, e.err
	}
	return e.events, nil
}

// DropMember ends a membership (REMOVE_MEMBER) or an invitation (MANAGE_INVITES). Every member may leave, and every
// invited account may decline.
type DropMember struct {
	By      actor.Actor
	Reason  *reason.Reason
	Account string
}

func (c DropMember) role(s State) role.Role {
	if c.bySelf() {
		return role.Self
	}
	return s.RoleOf(c.By, c.right(s))
}

func (c DropMember) bySelf() bool { return c.By.Account != "" && c.Account == c.By.Account }

func (c DropMember) right(s State) Permissions {
	if m, ok := s.Member(c.Account); ok && !m.Accepted {
		return ManageInvites
	}
	return RemoveMember
}

func (c DropMember) decide(s State) ([]any, error) {
	if !s.VisibleTo(c.By) {
		return nil, notFound()
	}
	var why *reason.Reason
	if !c.bySelf() {
		var err error
		if why, err = s.allow(c.By, c.right(s), c.Reason); err != nil {
			return nil, err
		}
	}
	m, ok := s.Member(c.Account)
	if !ok {
		return nil, unknownMember()
	}
	if err := team.KeepsOwner(c.Account, s.Owner); err != nil {
		return nil, err
	}
	switch {
	case c.bySelf() && m.Accepted:
		return []any{MemberLeft{Account: c.Account}}, nil
	case c.bySelf():
		return []any{InvitationDeclined{Account: c.Account}}, nil
	case m.Accepted:
		return []any{MemberRemoved{Account: c.Account, Reason: why.To(c.Account)}}, nil
	}
	return []any{InvitationWithdrawn{Account: c.Account, Reason: why.To(c.Account)}}, nil
}

// TransferOwner makes an accepted member the owner. The former owner stays a member.
type TransferOwner struct {
	By      actor.Actor
	Reason  *reason.Reason
	Account string
}

func (c TransferOwner) role(s State) role.Role { return s.ownerRole(c.By) }

func (c TransferOwner) decide(s State) ([]any, error) {
	if !s.VisibleTo(c.By) {
		return nil, notFound()
	}
	if c.By.Account == "" || !c.By.Admin() && c.By.Account != s.Owner {
		return nil, fault.Forbidden("只有所有者可以转让项目。")
	}
	if s.Organization != "" {
		return nil, fault.Invalid("user_id", "属于团队的项目不能由项目成员转让。")
	}
	why, err := s.why(c.By, c.role(s), c.Reason)
	if err != nil {
		return nil, err
	}
	if err := team.Heir(s.standing(c.Account), teamOf); err != nil || c.Account == s.Owner {
		return nil, err
	}
	return []any{OwnershipHandedOver{Account: c.Account, Reason: why}}, nil
}

// EndMembership ends the membership or the invitation of an erased account. The program decides it; a repeated one
// changes nothing. An owner stays, because a project is never without one.
type EndMembership struct{ Account string }

func (c EndMembership) role(State) role.Role { return role.System }

func (c EndMembership) decide(s State) ([]any, error) {
	m, ok := s.Member(c.Account)
	switch {
	case !s.Exists() || !ok || c.Account == s.Owner:
		return nil, nil
	case m.Accepted:
		return []any{MemberRemoved{Account: c.Account}}, nil
	}
	return []any{InvitationWithdrawn{Account: c.Account}}, nil
}
