package project

import (
	"cmp"
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// formerOwner is the title of the former owner after an organization becomes the owner.
const formerOwner = team.DefaultRole

func (s *State) enteredOrganization(e EnteredOrganization) {
	s.Members = slices.Clone(s.Members)
	if i := s.memberIndex(s.Owner); i >= 0 && s.Members[i].Role == OwnerRole {
		s.Members[i].Role = formerOwner
	}
	s.Organization, s.Owner = e.Organization, ""
}

func (s *State) leftOrganization(e LeftOrganization) {
	s.Organization, s.Owner = "", e.Owner
	i := s.memberIndex(e.Owner)
	if i < 0 {
		s.Members = append(s.Members, Member{Account: e.Owner, Role: OwnerRole, Permissions: AllPermissions, Accepted: true})
		return
	}
	s.Members = slices.Clone(s.Members)
	s.Members[i].Permissions, s.Members[i].Accepted = AllPermissions, true
}

// EnterOrganization makes an organization the owner of the project. The caller checks that the actor may add projects
// to it.
type EnterOrganization struct {
	By           actor.Actor
	Reason       *reason.Reason
	Organization string
}

func (c EnterOrganization) decide(s State) ([]any, role.Role, error) {
	if !s.VisibleTo(c.By) {
		return nil, "", notFound()
	}
	switch {
	case c.Organization == "":
		return nil, "", fault.Invalid("organization_id", "请指定团队。")
	case s.Organization == c.Organization:
		return nil, "", nil
	case s.Organization != "":
		return nil, "", fault.Invalid("project_id", "该项目已属于另一个团队。")
	case c.By.Account == "" || !c.By.Admin() && c.By.Account != s.Owner:
		return nil, "", fault.Forbidden("只有项目的所有者可以将它移入团队。")
	}
	as := s.ownerRole(c.By)
	why, err := s.why(c.By, as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{EnteredOrganization{Organization: c.Organization, Reason: why}}, as, nil
}

// LeaveOrganization makes an account the owner of an organization's project. The caller checks that the actor may
// remove projects from the organization, determines the role, and checks that the account is a member of it.
type LeaveOrganization struct {
	By           actor.Actor
	Role         role.Role // in the organization; empty for a member's
	Reason       *reason.Reason
	Organization string
	Owner        string
	Claim        string // the claim by which an account outside the organization gets the project; empty if there is none
}

func (c LeaveOrganization) decide(s State) ([]any, role.Role, error) {
	switch {
	case !s.VisibleTo(c.By):
		return nil, "", notFound()
	case s.Organization == "" || s.Organization != c.Organization:
		return nil, "", fault.NotFound("该项目不属于此团队。")
	case c.Owner == "":
		return nil, "", fault.Invalid("new_owner", "请指定项目的新所有者。")
	}
	as := cmp.Or(c.Role, role.OrganizationMember)
	why, err := s.why(c.By, as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{LeftOrganization{Organization: c.Organization, Owner: c.Owner, Claim: c.Claim, Reason: why}}, as, nil
}
