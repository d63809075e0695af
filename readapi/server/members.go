package server

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const (
	selectMembers = `
select m.account, a.username, a.avatar_url, m.role, m.state, m.since
from server.members m left join identity.profiles a on a.id = m.account
where m.server = $1 and (m.rights <> 0 or m.state = 'invited' and m.until > $2)
order by m.state <> 'owner', m.state <> 'joined', m.since, m.account`

	selectInvitations = `
select m.server, s.name, m.inviter, a.username, a.avatar_url, m.role, m.since, m.until
from server.members m join server.servers s on s.id = m.server left join identity.profiles a on a.id = m.inviter
where m.account = $1 and m.state = 'invited' and m.until > $2 and s.deleted is null
order by m.since desc, m.server limit 100`
)

// members is GET /v3/server/{id}/members.
func (s *Routes) members(ctx context.Context, in *view.ByID) (contract.HostedMembers, error) {
	out := contract.HostedMembers{Members: []contract.HostedMember{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	out.Members, err = view.Rows(ctx, s.source, "a server's members", scanMember, selectMembers, record.ID, s.Now())
	return out, err
}

func scanMember(row pgx.CollectableRow) (contract.HostedMember, error) {
	var m contract.HostedMember
	var account string
	var username, avatar *string
	err := row.Scan(&account, &username, &avatar, &m.Role, &m.State, &m.Since)
	m.User = view.Author(&account, username, avatar)
	return m, err
}

type invitationsIn struct{}

// invitations is GET /_internal/server-invitations. It is all that an invited account learns of a server.
func (s *Routes) invitations(ctx context.Context, _ *invitationsIn) (contract.HostedInvitations, error) {
	account, _ := caller(ctx)
	list, err := view.Rows(ctx, s.source, "invitations to servers", scanInvitation, selectInvitations, account, s.Now())
	return contract.HostedInvitations{Invitations: list}, err
}

func scanInvitation(row pgx.CollectableRow) (contract.HostedInvitation, error) {
	var i contract.HostedInvitation
	var inviter string
	var username, avatar *string
	err := row.Scan(&i.Server, &i.Name, &inviter, &username, &avatar, &i.Role, &i.Since, &i.Until)
	i.Inviter = view.Author(&inviter, username, avatar)
	return i, err
}
