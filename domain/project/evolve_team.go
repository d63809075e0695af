package project

import "slices"

func evolveTeam(s State, event any) State {
	switch e := event.(type) {
	case MemberInvited:
		s.Members = append(s.Members, Member{Account: e.Account, Role: e.Role, Permissions: e.Permissions, Weight: e.Weight, Ordering: e.Ordering})
	case MemberJoined:
		return s.withMember(e.Account, func(m *Member) { m.Accepted = true })
	case MemberTitled:
		return s.withMember(e.Account, func(m *Member) { m.Role = e.Role })
	case RightsGranted:
		return s.withMember(e.Account, func(m *Member) { m.Permissions = e.Permissions })
	case PayoutWeightSet:
		return s.withMember(e.Account, func(m *Member) { m.Weight = e.Weight })
	case MemberReordered:
		return s.withMember(e.Account, func(m *Member) { m.Ordering = e.Ordering })
	case MemberLeft:
		return s.withoutMember(e.Account)
	case MemberRemoved:
		return s.withoutMember(e.Account)
	case InvitationDeclined:
		return s.withoutMember(e.Account)
	case InvitationWithdrawn:
		return s.withoutMember(e.Account)
	case OwnershipHandedOver:
		s.Owner = e.Account
		return s.withMember(e.Account, func(m *Member) { m.Permissions = AllPermissions })
	case EnteredOrganization:
		return enteredOrganization(s, e)
	case LeftOrganization:
		return leftOrganization(s, e)
	}
	return s
}

// withMember changes one of the few members in a team of its own.
func (s State) withMember(account string, change func(*Member)) State {
	if i := s.memberIndex(account); i >= 0 {
		s.Members = slices.Clone(s.Members)
		change(&s.Members[i])
	}
	return s
}

func (s State) withoutMember(account string) State {
	s.Members = slices.DeleteFunc(slices.Clone(s.Members), func(m Member) bool { return m.Account == account })
	return s
}
