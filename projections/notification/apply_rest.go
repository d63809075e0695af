package notification

import (
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/runtime"
)

func applyOrganization(e runtime.Event, q *pgx.Batch) bool {
	id := strings.TrimPrefix(e.Stream, "organization-")
	switch p := e.Payload.(type) {
	case organization.Created:
		q.Queue(insertMember, id, p.Owner, true)
	case organization.MemberInvited:
		q.Queue(insertMember, id, p.Account, false)
		tell(q, e, toAccount, p.Account, news{kind: OrganizationInvite, organization: id, role: p.Role, open: true})
	case organization.MemberJoined:
		q.Queue(insertMember, id, p.Account, true)
		q.Queue(answered, int64(e.Position), p.Account, id)
	case organization.InvitationDeclined:
		leaveTeam(e, q, id, p.Account)
	case organization.InvitationWithdrawn:
		leaveTeam(e, q, id, p.Account)
	case organization.MemberLeft:
		leaveTeam(e, q, id, p.Account)
	case organization.MemberRemoved:
		leaveTeam(e, q, id, p.Account)
	case organization.OwnershipHandedOver:
		q.Queue(insertMember, id, p.Account, true)
	case organization.Deleted:
		q.Queue(forgotten, int64(e.Position), id)
		q.Queue(`delete from members where team = $1`, id)
	default:
		return false
	}
	return true
}

// leaveTeam forgets somebody of a team, and lets him answer no invitation to it any more.
func leaveTeam(e runtime.Event, q *pgx.Batch, id, account string) {
	q.Queue(deleteMember, id, account)
	q.Queue(answered, int64(e.Position), account, id)
}

const (
	hideVersion   = `insert into hidden_versions (id, project) values ($1, $2) on conflict do nothing`
	forgetVersion = `delete from hidden_versions where id = $1`
	withdrawn     = `with changed as (delete from notifications where version = $2 returning account)` + touched
)

// applyVersion announces a version once, when visitors can find it.
func applyVersion(e runtime.Event, q *pgx.Batch) bool {
	switch p := e.Payload.(type) {
	case project.VersionCreated:
		if p.Status != project.VersionListed {
			q.Queue(hideVersion, p.Version, p.Project)
			break
		}
		tell(q, e, toFollowers, p.Project, news{kind: ProjectUpdate, project: p.Project, version: p.Version})
	case project.VersionStatusChanged:
		if p.Status == project.VersionListed {
			tell(q, e, toFollowersOnce, p.Project, news{kind: ProjectUpdate, project: p.Project, version: p.Version})
		}
	case project.VersionDeleted:
		q.Queue(forgetVersion, p.Version)
		q.Queue(withdrawn, int64(e.Position), p.Version)
	default:
		return false
	}
	return true
}

const (
	follow   = `insert into follows (project, account) values ($1, $2) on conflict do nothing`
	unfollow = `delete from follows where project = $1 and account = $2`
)

func applyFollow(e runtime.Event, q *pgx.Batch) bool {
	switch p := e.Payload.(type) {
	case collection.FollowAdded:
		q.Queue(follow, p.Project, p.Account)
	case collection.FollowRemoved:
		q.Queue(unfollow, p.Project, p.Account)
	default:
		return false
	}
	return true
}
