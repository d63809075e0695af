package notification

import (
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/runtime"
)

// news is what a notification says beside whom it tells.
type news struct {
	kind                           string
	project, version, organization string
	thread, threadMessage          string
	from, to, message, role        string
	open                           bool
}

// told inserts a notification for every account that a query finds, and notes that those inboxes changed. The
// accounts come as r(account); $1–$4 are the event, the rest says what it tells.
const told = `
, added as (
    insert into notifications (account, id, position, type, at, recorded, actor, project, version, organization, report, thread, thread_message,
                               from_status, to_status, message, role, open, read)
    select r.account, substr(md5($1::text || r.account), 1, 10), $2::bigint, $5, $3::timestamptz, $17::timestamptz, $4, $6, $7, $8, coalesce((select t.subject from threads t where t.id = $9), ''), $9, $10, $11, $12, $13, $14, $15, false
    from r where r.account <> $4 and r.account <> ''
    on conflict do nothing
    returning account)
insert into inboxes (account, position) select account, $2 from added
on conflict (account) do update set position = excluded.position`

// The queries for the accounts; $16 names the project, organization or account, $17 is when the event was recorded.
const (
	// one account
	toAccount = `with r as (select $16::text as account)`

	// those who made a project: its team and that of its organization
	team = `select distinct m.account from members m
    where m.accepted and m.team in (select $16::text union all select p.organization from projects p where p.id = $16 and p.organization <> '')`

	// the team, unless the one who acts is of it
	toTeam = `with t as (` + team + `), r as (select account from t where not exists (select from t where account = $4))`

	// those who follow a project that everybody may see
	toFollowers = `with r as (select f.account from follows f join projects p on p.id = f.project where f.project = $16 and p.public)`

	// the one whom a thread concerns beside the staff
	toOwner = `with r as (select t.owner as account from threads t where t.id = $16)`

	// the followers again, for a version that was hidden until now
	toFollowersOnce = `with was as (delete from hidden_versions where id = $7 returning project),
    r as (select f.account from was join follows f on f.project = was.project join projects p on p.id = f.project where p.public and was.project = $16)`
)

// tell queues a notification for the accounts that the query finds for name.
func tell(q *pgx.Batch, e runtime.Event, query, name string, n news) {
	q.Queue(query+told, e.ID.String(), int64(e.Position), at(e), e.Meta.Actor, n.kind, n.project, n.version, n.organization,
		n.thread, n.threadMessage, n.from, n.to, clean(n.message), clean(n.role), n.open, name, e.RecordedAt.UTC().Truncate(time.Microsecond))
}

// touched notes that the inboxes of those accounts changed whose notifications a statement returns.
const touched = `
insert into inboxes (account, position) select distinct account, $1::bigint from changed
on conflict (account) do update set position = excluded.position`
