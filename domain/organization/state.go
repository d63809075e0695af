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
	Account string
	Role    string
	Rights
	Accepted   bool
	Weight     team.Weight
	WeightFrom string // UTC date from which the weight is valid; empty if it is valid since the member joined
	Ordering   int
}

// Rights are those of a member.
type Rights struct {
	Permissions        Permissions         // on the organization itself
	ProjectPermissions project.Permissions // on its projects, unless a project's own team gives other ones
}

func allRights() Rights { return Rights{AllPermissions, project.AllPermissions} }

// parts are those that all teams have.
func (m *Member) parts() team.Member[Rights] {
	return team.Member[Rights]{
		Role: &m.Role, Permissions: &m.Rights, Accepted: &m.Accepted, Weight: &m.Weight, WeightFrom: &m.WeightFrom, Ordering: &m.Ordering,
	}
}

// Exists is true if the organization was created and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Gone }

// Member returns a member or an invited account.
func (s State) Member(account string) (Member, bool) {
	m, ok := s.Members[account]
	return m, ok
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
		s.change(e.Account, func(m team.Member[Rights]) { *m.Permissions = allRights() })
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
			Account: e.Owner, Role: team.OwnerRole, Rights: allRights(), Accepted: true,
		}},
	}
}

func (s State) evolveMembers(event any) {
	switch e := event.(type) {
	case MemberInvited:
		s.Members[e.Account] = Member{
			Account: e.Account, Role: e.Role, Rights: Rights{e.Permissions, e.ProjectPermissions}, Weight: e.Weight, Ordering: e.Ordering,
		}
	case RightsGranted:
		s.change(e.Account, func(m team.Member[Rights]) { *m.Permissions = Rights{e.Permissions, e.ProjectPermissions} })
	default:
		team.Evolve(event, s.change, func(account string) { delete(s.Members, account) })
	}
}

func (s State) change(account string, how func(team.Member[Rights])) {
	if m, ok := s.Members[account]; ok {
		how(m.parts())
		s.Members[account] = m
	}
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}
