package project

import (
	"slices"

	"github.com/modyard/modyard/domain/team"
)

func (s *State) team(event any) {
	switch e := event.(type) {
	case MemberInvited:
		s.Members = append(s.Members, Member{Account: e.Account, Role: e.Role, Permissions: e.Permissions, Weight: e.Weight, Ordering: e.Ordering})
	case RightsGranted:
		s.withMember(e.Account, func(m team.Member[Permissions]) { *m.Permissions = e.Permissions })
	case OwnershipHandedOver:
		s.Owner = e.Account
		s.withMember(e.Account, func(m team.Member[Permissions]) { *m.Permissions = AllPermissions })
	case EnteredOrganization:
		s.enteredOrganization(e)
	case LeftOrganization:
		s.leftOrganization(e)
	default:
		team.Evolve(event, s.withMember, s.withoutMember)
	}
}

// withMember changes one member in a copy of the team.
func (s *State) withMember(account string, change func(team.Member[Permissions])) {
	if i := s.memberIndex(account); i >= 0 {
		s.Members = slices.Clone(s.Members)
		change(s.Members[i].parts())
	}
}

func (s *State) withoutMember(account string) {
	s.Members = slices.DeleteFunc(slices.Clone(s.Members), func(m Member) bool { return m.Account == account })
}
