package project

import (
	"slices"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/team"
)

// formerOwner is what an owner is called once an organization owns his project.
const formerOwner = team.DefaultRole

func organizationChanged(s State, e OrganizationChanged) State {
	members := slices.Clone(s.Members)
	if i := s.memberIndex(s.Owner); i >= 0 && members[i].Role == OwnerRole {
		members[i].Role = formerOwner
	}
	s.Organization, s.Owner = e.Organization, e.Owner
	if e.Owner != "" {
		owner := Member{Account: e.Owner, Role: OwnerRole, Permissions: AllPermissions, Accepted: true}
		if i := s.memberIndex(e.Owner); i >= 0 {
			members[i].Permissions, members[i].Accepted = AllPermissions, true
		} else {
			members = append(members, owner)
		}
	}
	s.Members = members
	return s
}

// EnterOrganization gives the project to an organization. That the actor may add projects to it is for the caller
// to know.
type EnterOrganization struct {
	By           Actor
	Organization string
}

func (c EnterOrganization) decide(s State) ([]any, error) {
	if !s.VisibleTo(c.By) {
		return nil, notFound()
	}
	switch {
	case c.Organization == "":
		return nil, fault.Invalid("organization_id", "请指定团队。")
	case s.Organization == c.Organization:
		return nil, nil
	case s.Organization != "":
		return nil, fault.Invalid("project_id", "该资源已属于另一个团队。")
	case c.By.Account == "" || c.By.Staff != Admin && c.By.Account != s.Owner:
		return nil, fault.Forbidden("只有资源的所有者可以将它移入团队。")
	}
	return []any{OrganizationChanged{Organization: c.Organization}}, nil
}

// LeaveOrganization takes the project out of its organization and gives it to an account. That the actor may remove
// projects from it, and that the account belongs to it, is for the caller to know.
type LeaveOrganization struct {
	By           Actor
	Organization string
	Owner        string
}

func (c LeaveOrganization) decide(s State) ([]any, error) {
	switch {
	case !s.VisibleTo(c.By):
		return nil, notFound()
	case s.Organization == "" || s.Organization != c.Organization:
		return nil, fault.NotFound("该资源不属于此团队。")
	case c.Owner == "":
		return nil, fault.Invalid("new_owner", "请指定资源的新所有者。")
	}
	return []any{OrganizationChanged{Owner: c.Owner}}, nil
}
