package organization

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
)

// State is the state that decides about an organization, folded from its stream. The zero State does not exist.
type State struct {
	ID          string
	Slug        string
	Name        string
	Description string
	IconURL     string
	Color       *int
	Owner       string
	Repost      bool
	Members     map[string]Member // by account
	Gone        bool
}

// Member is a member of the organization, or an invited account.
type Member struct {
	Account            string
	Role               string
	Permissions        Permissions         // on the organization itself
	ProjectPermissions project.Permissions // on its projects, unless a project's own team gives other ones
	Accepted           bool
	Weight             team.Weight
	WeightFrom         string // UTC date from which the weight is valid; empty if it is valid since the member joined
	Ordering           int
}

// Exists is true if the organization was created and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Gone }

// Member returns a member or an invited account.
func (s State) Member(account string) (Member, bool) {
	m, ok := s.Members[account]
	return m, ok
}

func (s State) standing(account string) team.Standing {
	m, ok := s.Member(account)
	switch {
	case !ok:
		return team.Outsider
	case !m.Accepted:
		return team.Invited
	}
	return team.Accepted
}

// Evolve applies one event of the organization's own stream. It takes over its argument, which must not be used
// afterwards.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Created:
		return created(e)
	case Renamed:
		s.Name = e.Name
	case SlugChanged:
		s.Slug = e.Slug
	case Described:
		s.Description = e.Description
	case IconChanged:
		s.IconURL, s.Color = e.URL, e.Color
	case Deleted:
		s.Gone = true
	case OwnershipHandedOver:
		s.Owner = e.Account
		s.change(e.Account, func(m *Member) {
			m.Permissions, m.ProjectPermissions = AllPermissions, project.AllPermissions
		})
	default:
		if s.Members == nil {
			s.Members = map[string]Member{}
		}
		s.evolveMembers(event)
	}
	return s
}

func created(e Created) State {
	return State{
		ID: e.Organization, Slug: e.Slug, Name: e.Name, Description: e.Description, IconURL: e.IconURL, Owner: e.Owner, Repost: e.Repost,
		Members: map[string]Member{e.Owner: {
			Account: e.Owner, Role: team.OwnerRole, Permissions: AllPermissions, ProjectPermissions: project.AllPermissions, Accepted: true,
		}},
	}
}

func (s State) evolveMembers(event any) {
	switch e := event.(type) {
	case MemberInvited:
		s.Members[e.Account] = Member{
			Account: e.Account, Role: e.Role, Permissions: e.Permissions, ProjectPermissions: e.ProjectPermissions,
			Weight: e.Weight, Ordering: e.Ordering,
		}
	case MemberJoined:
		s.change(e.Account, func(m *Member) { m.Accepted = true })
	case MemberTitled:
		s.change(e.Account, func(m *Member) { m.Role = e.Role })
	case RightsGranted:
		s.change(e.Account, func(m *Member) { m.Permissions, m.ProjectPermissions = e.Permissions, e.ProjectPermissions })
	case PayoutWeightSet:
		s.change(e.Account, func(m *Member) { m.Weight, m.WeightFrom = e.Weight, e.Effective })
	case MemberReordered:
		s.change(e.Account, func(m *Member) { m.Ordering = e.Ordering })
	case InvitationDeclined:
		delete(s.Members, e.Account)
	case InvitationWithdrawn:
		delete(s.Members, e.Account)
	case MemberLeft:
		delete(s.Members, e.Account)
	case MemberRemoved:
		delete(s.Members, e.Account)
	}
}

func (s State) change(account string, how func(*Member)) {
	if m, ok := s.Members[account]; ok {
		how(&m)
		s.Members[account] = m
	}
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}
