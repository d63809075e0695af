package organization

import (
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
)

// State is what decides about an organization, folded from its stream. The zero State is not there.
type State struct {
	ID          string
	Slug        string
	Name        string
	Description string
	IconURL     string
	Color       *int
	Owner       string
	Repost      bool
	Members     []Member
	Gone        bool
}

// Member is someone of the organization, or invited to it.
type Member struct {
	Account            string
	Role               string
	Permissions        Permissions         // on the organization itself
	ProjectPermissions project.Permissions // on its projects, unless a project's own team says otherwise
	Accepted           bool
	Split              float64
	Ordering           int
}

// Exists says that the organization was created and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Gone }

// Member finds someone of the organization or among the invited.
func (s State) Member(account string) (Member, bool) {
	if i := s.memberIndex(account); i >= 0 {
		return s.Members[i], true
	}
	return Member{}, false
}

func (s State) memberIndex(account string) int {
	if account == "" {
		return -1
	}
	return slices.IndexFunc(s.Members, func(m Member) bool { return m.Account == account })
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

// Evolve adds one event of the organization's own stream to a state. It never changes its argument.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Created:
		return created(e)
	case Edited:
		set(&s.Name, e.Name)
		set(&s.Slug, e.Slug)
		set(&s.Description, e.Description)
	case IconChanged:
		s.IconURL, s.Color = e.URL, e.Color
	case Deleted:
		s.Gone = true
	default:
		s.Members = evolveMembers(s, event)
		if e, ok := event.(OwnerChanged); ok {
			s.Owner = e.Account
		}
	}
	return s
}

func created(e Created) State {
	return State{
		ID: e.Organization, Slug: e.Slug, Name: e.Name, Description: e.Description, IconURL: e.IconURL, Owner: e.Owner, Repost: e.Repost,
		Members: []Member{{
			Account: e.Owner, Role: team.OwnerRole, Permissions: AllPermissions, ProjectPermissions: project.AllPermissions, Accepted: true,
		}},
	}
}

func evolveMembers(s State, event any) []Member {
	members := slices.Clone(s.Members)
	switch e := event.(type) {
	case MemberInvited:
		return append(members, Member{
			Account: e.Account, Role: e.Role, Permissions: e.Permissions, ProjectPermissions: e.ProjectPermissions,
			Split: e.Split, Ordering: e.Ordering,
		})
	case MemberJoined:
		if i := s.memberIndex(e.Account); i >= 0 {
			members[i].Accepted = true
		}
	case MemberEdited:
		if i := s.memberIndex(e.Account); i >= 0 {
			m := &members[i]
			set(&m.Role, e.Role)
			set(&m.Permissions, e.Permissions)
			set(&m.ProjectPermissions, e.ProjectPermissions)
			set(&m.Split, e.Split)
			set(&m.Ordering, e.Ordering)
		}
	case MemberRemoved:
		return slices.DeleteFunc(members, func(m Member) bool { return m.Account == e.Account })
	case OwnerChanged:
		if i := s.memberIndex(e.Account); i >= 0 {
			members[i].Permissions, members[i].ProjectPermissions = AllPermissions, project.AllPermissions
		}
	}
	return members
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}
