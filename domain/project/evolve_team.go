package project

import "slices"

func (s *State) team(event any) {
	switch e := event.(type) {
	case MemberInvited:
		s.Members = append(s.Members, Member{Account: e.Account, Role: e.Role, Permissions: e.Permissions, Weight: e.Weight, Ordering: e.Ordering})
	case MemberJoined:
		s.withMember(e.Account, func(m *Member) { m.Accepted = true })
	case MemberTitled:
		s.withMember(e.Account, func(m *Member) { m.Role = e.Role })
	case RightsGranted:
		s.withMember(e.Account, func(m *Member) { m.Permissions = e.Permissions })
	case PayoutWeightSet:
		s.withMember(e.Account, func(m *Member) { m.Weight = e.Weight })
	case MemberReordered:
		s.withMember(e.Account, func(m *Member) { m.Ordering = e.Ordering })
	case MemberLeft:
		s.withoutMember(e.Account)
	case MemberRemoved:
		s.withoutMember(e.Account)
	case InvitationDeclined:
		s.withoutMember(e.Account)
	case InvitationWithdrawn:
		s.withoutMember(e.Account)
	case OwnershipHandedOver:
		s.Owner = e.Account
		s.withMember(e.Account, func(m *Member) { m.Permissions = AllPermissions })
	case EnteredOrganization:
		s.enteredOrganization(e)
	case LeftOrganization:
		s.leftOrganization(e)
	}
}

// withMember changes one member in a copy of the team.
func (s *State) withMember(account string, change func(*Member)) {
	if i := s.memberIndex(account); i >= 0 {
		s.Members = slices.Clone(s.Members)
		change(&s.Members[i])
	}
}

func (s *State) withoutMember(account string) {
	s.Members = slices.DeleteFunc(slices.Clone(s.Members), func(m Member) bool { return m.Account == account })
}
