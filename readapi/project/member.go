package project

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// teamRow is a member with the viewer's role in the member's project.
type teamRow struct {
	contract.Member
	viewerAccepted bool // the viewer is an accepted member or staff
}

// teamQuery reads the teams of visible projects; members also see unanswered invitations. Of a deleted profile only
// the id is left.
const teamQuery = `
select m.project, m.account, coalesce(a.username, ''), a.avatar_url, a.bio, coalesce(a.role, ''), coalesce(a.badges, 0),
       coalesce(a.created, 'epoch'::timestamptz), m.role, m.owner, m.permissions, m.accepted, m.split, m.ordering,
       ($1::boolean or exists (select from catalog.members x where x.project = p.id and x.account = $2 and x.accepted)
           or exists (select from catalog.organization_members o where o.organization = p.organization and o.account = $2 and o.accepted))
from catalog.projects p
join catalog.members m on m.project = p.id
left join identity.profiles a on a.id = m.account
where p.id = any($3) and ` + view.VisibleProject + `
order by m.project, m.n`

func scanTeam(row pgx.CollectableRow) (teamRow, error) {
	var t teamRow
	var permissions int64
	var split float64
	m := &t.Member
	if err := row.Scan(&m.TeamID, &m.User.ID, &m.User.Username, &m.User.AvatarURL, &m.User.Bio, &m.User.Role, &m.User.Badges,
		&m.User.Created, &m.Role, &m.IsOwner, &permissions, &m.Accepted, &split, &m.Ordering, &t.viewerAccepted); err != nil {
		return t, err
	}
	bits := uint64(permissions)
	m.Permissions, m.PayoutsSplit = &bits, &split
	m.User.Role = contract.Role(m.User.Role)
	m.User.AvatarURL, m.User.Bio = view.Present(m.User.AvatarURL), view.Present(m.User.Bio)
	return t, nil
}

// as is the member as the viewer may see it; false for a hidden one.
func (t teamRow) as(v view.Viewer) (contract.Member, bool) {
	m := t.Member
	self := v.Account != "" && m.User.ID == v.Account
	if !m.Accepted && !t.viewerAccepted && !self {
		return m, false
	}
	if !t.viewerAccepted && !self {
		m.Permissions, m.PayoutsSplit = nil, nil
	}
	return m, true
}

// teamsOf reads the teams of the projects that the viewer may see.
func (s *Routes) teamsOf(ctx context.Context, v view.Viewer, projects []string) (map[string][]contract.Member, error) {
	rows, err := view.Rows(ctx, s.source, "team", scanTeam, teamQuery, v.Staff, v.Account, projects)
	if err != nil {
		return nil, err
	}
	teams := map[string][]contract.Member{}
	for _, row := range rows {
		if m, ok := row.as(v); ok {
			teams[m.TeamID] = append(teams[m.TeamID], m)
		}
	}
	for _, team := range teams {
		slices.SortStableFunc(team, contract.CompareMembers)
	}
	return teams, nil
}

// member is a member in the shape of an API version.
type member interface {
	contract.MemberV3 | contract.MemberV2
}

func members[M member](s *Routes, in func(contract.Member) M) func(context.Context, *view.ByID) ([]M, error) {
	return func(ctx context.Context, q *view.ByID) ([]M, error) {
		v := view.Projects(ctx)
		p, err := s.one(ctx, v, q.ID, noExtra(), noExtra())
		if err != nil {
			return nil, err
		}
		teams, err := s.teamsOf(ctx, v, []string{p.ID})
		return shaped(teams[p.ID], in), err
	}
}

// team is the team of a project or of an organization; an organization's team has the organization's id.
func team[M member](s *Routes, in func(contract.Member) M) func(context.Context, *view.ByID) ([]M, error) {
	ofProject := members(s, in)
	return func(ctx context.Context, q *view.ByID) ([]M, error) {
		name := string(q.ID)
		found, err := s.organizations.Members(ctx, view.Organizations(ctx), []string{name})
		if err != nil {
			return nil, err
		}
		if team, ok := found[name]; ok {
			return shaped(team, in), nil
		}
		return ofProject(ctx, q)
	}
}

func teams[M member](s *Routes, in func(contract.Member) M) func(context.Context, *view.ByIDs) ([][]M, error) {
	return func(ctx context.Context, q *view.ByIDs) ([][]M, error) {
		teams, err := s.teamsOf(ctx, view.Projects(ctx), q.IDs.Items)
		if err != nil {
			return nil, err
		}
		organizations, err := s.organizations.Members(ctx, view.Organizations(ctx), q.IDs.Items)
		if err != nil {
			return nil, err
		}
		maps.Copy(teams, organizations)
		out := [][]M{}
		for _, id := range q.IDs.Items {
			if team, ok := teams[id]; ok {
				out = append(out, shaped(team, in))
				delete(teams, id)
			}
		}
		return out, nil
	}
}

func shaped[M member](team []contract.Member, in func(contract.Member) M) []M {
	out := make([]M, 0, len(team))
	for _, m := range team {
		out = append(out, in(m))
	}
	return out
}

// teamInside is the team on the project's page as members see it. An accepted member of the project's organization
// also sees its own entry, with its rights.
func (s *Routes) teamInside(ctx context.Context, v view.Viewer, f found) ([]byte, error) {
	teams, err := s.teamsOf(ctx, v, []string{f.ID})
	if err != nil {
		return nil, err
	}
	team := append([]contract.Member{}, teams[f.ID]...)
	own := func(m contract.Member) bool { return v.Account != "" && m.User.ID == v.Account }
	if f.Organization != "" && !slices.ContainsFunc(team, func(m contract.Member) bool { return own(m) && m.Accepted }) {
		members, err := s.organizations.Members(ctx, v, []string{f.Organization})
		if err != nil {
			return nil, err
		}
		for _, m := range members[f.Organization] {
			if own(m) && m.Accepted {
				m.TeamID = f.ID
				team = append(slices.DeleteFunc(team, own), m)
			}
		}
	}
	return document.Encode(contract.Team{Members: team})
}
