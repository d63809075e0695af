package organization

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// membersQuery reads members with their profiles. Of a deleted profile only the id is left.
const membersQuery = `
select m.organization, m.account, coalesce(a.username, ''), a.avatar_url, a.bio, coalesce(a.role, ''), coalesce(a.badges, 0),
       coalesce(a.created, 'epoch'::timestamptz), m.role, m.owner, m.permissions, m.organization_permissions, m.accepted, m.split, m.ordering
from catalog.organization_members m left join identity.profiles a on a.id = m.account
where m.organization = any($1) order by m.organization, m.n`

func scanMember(row pgx.CollectableRow) (contract.Member, error) {
	var m contract.Member
	var projects, organization int64
	var split float64
	if err := row.Scan(&m.TeamID, &m.User.ID, &m.User.Username, &m.User.AvatarURL, &m.User.Bio, &m.User.Role, &m.User.Badges,
		&m.User.Created, &m.Role, &m.IsOwner, &projects, &organization, &m.Accepted, &split, &m.Ordering); err != nil {
		return m, err
	}
	onProjects, onOrganization := uint64(projects), uint64(organization)
	m.Permissions, m.OrganizationPermissions, m.PayoutsSplit = &onProjects, &onOrganization, &split
	m.User.Role = contract.Role(m.User.Role)
	m.User.AvatarURL, m.User.Bio = view.Present(m.User.AvatarURL), view.Present(m.User.Bio)
	return m, nil
}

// Members are the teams of organizations by id, as the viewer may see them: only members and staff see invitations
// and rights.
func (s *Reader) Members(ctx context.Context, v view.Viewer, ids []string) (map[string][]contract.Member, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := view.Rows(ctx, s.source, "members of organizations", scanMember, membersQuery, ids)
	if err != nil {
		return nil, err
	}
	inside := map[string]bool{}
	for _, m := range rows {
		inside[m.TeamID] = inside[m.TeamID] || v.Staff || v.Account != "" && m.Accepted && m.User.ID == v.Account
	}
	teams := map[string][]contract.Member{}
	for _, m := range rows {
		self := v.Account != "" && m.User.ID == v.Account
		if !inside[m.TeamID] && !self {
			if !m.Accepted {
				continue
			}
			m.Permissions, m.OrganizationPermissions, m.PayoutsSplit = nil, nil, nil
		}
		teams[m.TeamID] = append(teams[m.TeamID], m)
	}
	for _, team := range teams {
		slices.SortStableFunc(team, contract.CompareMembers)
	}
	return teams, nil
}
