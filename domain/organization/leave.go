package organization

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// DropMember ends a membership (REMOVE_MEMBER) or an invitation (MANAGE_INVITES). Every member may leave, and every
// invited account may decline.
type DropMember struct {
	By      actor.Actor
	Account string
	Reason  *reason.Reason
}

func (c DropMember) decide(s State) ([]any, role.Role, error) {
	if c.By.Account != "" && c.By.Account == c.Account {
		events, err := s.leave(c.Account)
		return events, role.Self, err
	}
	standing := s.standing(c.Account)
	right := RemoveMember
	if standing == team.Invited {
		right = ManageInvites
	}
	as, why, err := s.mayBy(c.By, c.Reason, right)
	if err != nil {
		return nil, "", err
	}
	switch standing {
	case team.Outsider:
		return nil, "", team.Unknown(teamOf)
	case team.Invited:
		return []any{InvitationWithdrawn{Account: c.Account, Reason: why.To(c.Account)}}, as, nil
	}
	if err := team.KeepsOwner(c.Account, s.Owner); err != nil {
		return nil, "", err
	}
	return []any{MemberRemoved{Account: c.Account, Reason: why.To(c.Account)}}, as, nil
}

// leave ends the membership or the invitation of the account itself.
func (s State) leave(account string) ([]any, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	switch s.standing(account) {
	case team.Outsider:
		return nil, team.Unknown(teamOf)
	case team.Invited:
		return []any{InvitationDeclined{Account: account}}, nil
	}
	if err := team.KeepsOwner(account, s.Owner); err != nil {
		return nil, err
	}
	return []any{MemberLeft{Account: account}}, nil
}

// EndMembership ends the membership or the invitation of an erased account. The program decides it; a repeated one
// changes nothing. An owner stays, because an organization is never without one.
type EndMembership struct{ Account string }

func (c EndMembership) decide(s State) ([]any, role.Role, error) {
	standing := s.standing(c.Account)
	switch {
	case !s.Exists() || standing == team.Outsider || c.Account == s.Owner:
		return nil, role.System, nil
	case standing == team.Invited:
		return []any{InvitationWithdrawn{Account: c.Account}}, role.System, nil
	}
	return []any{MemberRemoved{Account: c.Account}}, role.System, nil
}
