package catalog

import (
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
)

// team folds what happens to the people of a project, and says whether the event was about them.
func (p *projectState) team(event any) bool {
	switch e := event.(type) {
	case project.MemberInvited:
		p.dropMember(e.Account)
		p.Members = append(p.Members, member{
			Account: e.Account, Role: e.Role, Permissions: uint64(e.Permissions), Weight: e.Weight, Ordering: e.Ordering,
		})
	case project.MemberJoined:
		p.changeMember(e.Account, func(m *member) { m.Accepted = true })
	case project.MemberTitled:
		p.changeMember(e.Account, func(m *member) { m.Role = e.Role })
	case project.RightsGranted:
		p.changeMember(e.Account, func(m *member) { m.Permissions = uint64(e.Permissions) })
	case project.PayoutWeightSet:
		p.changeMember(e.Account, func(m *member) { m.Weight = e.Weight })
	case project.MemberReordered:
		p.changeMember(e.Account, func(m *member) { m.Ordering = e.Ordering })
	case project.MemberLeft:
		p.dropMember(e.Account)
	case project.MemberRemoved:
		p.dropMember(e.Account)
	case project.InvitationDeclined:
		p.dropMember(e.Account)
	case project.InvitationWithdrawn:
		p.dropMember(e.Account)
	case project.OwnershipHandedOver:
		p.Owner = e.Account
		p.changeMember(e.Account, func(m *member) { m.Permissions = uint64(project.AllPermissions) })
	case project.EnteredOrganization:
		p.changeMember(p.Owner, formerOwner)
		p.Organization, p.Owner = e.Organization, ""
	case project.LeftOrganization:
		p.leftOrganization(e)
	default:
		return false
	}
	return true
}

// formerOwner is what an owner is called once an organization owns the project.
func formerOwner(m *member) {
	if m.Role == team.OwnerRole {
		m.Role = team.DefaultRole
	}
}

func (p *projectState) leftOrganization(e project.LeftOrganization) {
	p.Organization, p.Owner = "", e.Owner
	if m := p.member(e.Owner); m != nil {
		m.Permissions, m.Accepted = uint64(project.AllPermissions), true
		return
	}
	p.Members = append(p.Members, member{Account: e.Owner, Role: team.OwnerRole, Permissions: uint64(project.AllPermissions), Accepted: true})
}

func (p *projectState) dropMember(account string) {
	p.Members = slices.DeleteFunc(p.Members, func(m member) bool { return m.Account == account })
}

func (p *projectState) changeMember(account string, change func(*member)) {
	if m := p.member(account); m != nil {
		change(m)
	}
}

func (p *projectState) member(account string) *member {
	i := slices.IndexFunc(p.Members, func(m member) bool { return m.Account == account })
	if i < 0 {
		return nil
	}
	return &p.Members[i]
}
