package notification

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

const (
	insertProject = `insert into projects (id, organization, public) values ($1, $2, false)
on conflict (id) do update set organization = excluded.organization, public = false`
	setPublic       = `update projects set public = $2 where id = $1`
	setOrganization = `update projects set organization = $2 where id = $1`
	insertMember    = `insert into members (team, account, accepted) values ($1, $2, $3)
on conflict (team, account) do update set accepted = members.accepted or excluded.accepted`
	deleteMember = `delete from members where team = $1 and account = $2`

	// answered ends the invitations of an account to a project or an organization.
	answered = `
with changed as (
    update notifications set open = false, read = true
    where account = $2 and open and (project = $3 or organization = $3) returning account)` + touched

	// forgotten ends everything about a project or an organization.
	forgotten = `with changed as (delete from notifications where project = $2 or organization = $2 returning account)` + touched
)

func applyProject(e runtime.Event, q *pgx.Batch) error {
	id, ok := strings.CutPrefix(e.Stream, "project-")
	if !ok {
		return fmt.Errorf("apply %s: stream %q is not a project's", e.Type, e.Stream)
	}
	switch p := e.Payload.(type) {
	case project.Created:
		q.Queue(insertProject, id, p.Organization)
		if p.Owner != "" {
			q.Queue(insertMember, id, p.Owner, true)
		}
	case project.Submitted:
		q.Queue(setPublic, id, false)
	case project.Approved:
		decided(e, q, id, p.From, p.Status, p.Message)
	case project.Rejected:
		decided(e, q, id, p.From, project.Refused, p.Message)
	case project.Withheld:
		decided(e, q, id, p.From, project.Held, p.Message)
	case project.StatusChanged:
		decided(e, q, id, p.From, p.To, "")
	case project.ListedByImport: // nobody is told of what nobody here decided
		q.Queue(setPublic, id, public(p.Status))
	case project.MemberInvited:
		q.Queue(insertMember, id, p.Account, false)
		tell(q, e, toAccount, p.Account, news{kind: TeamInvite, project: id, role: p.Role, open: true})
	case project.MemberJoined:
		q.Queue(insertMember, id, p.Account, true)
		q.Queue(answered, int64(e.Position), p.Account, id)
	case project.MemberLeft:
		leaveTeam(e, q, id, p.Account)
	case project.MemberRemoved:
		leaveTeam(e, q, id, p.Account)
	case project.InvitationDeclined:
		leaveTeam(e, q, id, p.Account)
	case project.InvitationWithdrawn:
		leaveTeam(e, q, id, p.Account)
	case project.OwnershipHandedOver:
		q.Queue(insertMember, id, p.Account, true)
	case project.EnteredOrganization:
		q.Queue(setOrganization, id, p.Organization)
	case project.LeftOrganization:
		q.Queue(setOrganization, id, "")
		q.Queue(insertMember, id, p.Owner, true)
	case project.Deleted:
		q.Queue(forgotten, int64(e.Position), id)
		for _, table := range []string{"members where team", "follows where project", "hidden_versions where project", "projects where id"} {
			q.Queue(`delete from `+table+` = $1`, id)
		}
	default:
		return fmt.Errorf("apply %s: payload %T is unknown", e.Type, e.Payload)
	}
	return nil
}

// public says that everybody who has the link may see a project in this status.
func public(s project.Status) bool {
	return s.Searchable() || s == project.Unlisted || s == project.Held
}

// decided tells a project's team of a status that somebody else gave it.
func decided(e runtime.Event, q *pgx.Batch, id string, from, to project.Status, message string) {
	q.Queue(setPublic, id, public(to))
	if from == to && message == "" {
		return
	}
	tell(q, e, toTeam, id, news{kind: StatusChange, project: id, from: string(from), to: string(to), message: message})
}
