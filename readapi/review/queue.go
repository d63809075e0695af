// Package review answers the review queue and the review history of projects, and to moderators an overview and their own work.
package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Waiting is a page of the review queue. Total is that of the asked type; Counts and Late cover all types, and everything
// covers only what the other filters let through.
type Waiting struct {
	Projects []WaitingProject `json:"projects"`
	Total    int64            `json:"total"`
	Counts   map[string]int64 `json:"counts"`
	Late     Late             `json:"late"`
	Handed   int64            `json:"handed"`  // to the caller
	Replied  int64            `json:"replied"` // with messages of the team that nobody of the staff has answered
}

// Late counts the projects that wait longer than a day, and those of them that wait longer than two.
type Late struct {
	Day     int64 `json:"day"`
	TwoDays int64 `json:"two_days"`
}

// WaitingProject is a project in the queue. Place is counted from one over the whole queue, Round counts its submissions.
// Own is true for the caller's own projects, which the caller may not decide on.
type WaitingProject struct {
	ID              string     `json:"id"`
	Slug            string     `json:"slug"`
	Name            string     `json:"name"`
	Summary         string     `json:"summary"`
	IconURL         *string    `json:"icon_url"`
	Status          string     `json:"status" enum:"processing"`
	RequestedStatus *string    `json:"requested_status" enum:"approved,archived,unlisted,private"`
	Queued          time.Time  `json:"queued"`
	Published       time.Time  `json:"published"`
	Updated         time.Time  `json:"updated"`
	ProjectTypes    []string   `json:"project_types"`
	Ownership       *Ownership `json:"ownership"`
	// ExternalDependencies counts the files from elsewhere that its versions name.
	ExternalDependencies int64 `json:"external_dependencies_count"`

	URLType string   `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Loaders []string `json:"loaders"`
	Place   int64    `json:"place"`
	Round   int      `json:"round"`
	Own     bool     `json:"own"`

	Lock    *WaitingLock      `json:"lock"`    // in force
	Looking []contract.Author `json:"looking"` // others whose review panel is open, besides the holder of the lock
	Handed  *Handed           `json:"handed"`  // in this round

	Unread int64 `json:"unread"` // messages of the team since the last word of the staff
}

// WaitingLock says who works on a project. Lock names the holding, for a take-over.
type WaitingLock struct {
	Lock    string          `json:"lock"`
	By      contract.Author `json:"by"`
	Own     bool            `json:"own"`
	Since   time.Time       `json:"locked_at"`
	Expires time.Time       `json:"expires_at"`
}

// Handed is the hand-over of a project to a moderator.
type Handed struct {
	By   *contract.Author `json:"by"`
	To   *contract.Author `json:"to"`
	Own  bool             `json:"own"` // to the caller
	Note string           `json:"note"`
	At   time.Time        `json:"at"`
}

// Ownership is the organization or the account that a project belongs to.
type Ownership struct {
	Kind    string  `json:"kind" enum:"user,organization"`
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	IconURL *string `json:"icon_url"`
}

const (
	// found are the projects of the queue that the filters let through: $1 is a text in lower case, $2 an id, $3 the time
	// before which they were submitted, $4 first or again for the round, $5 the caller, $6 whether only what was handed
	// to the caller, and $7 whether only what its team has written about since the last word of the staff, is asked for.
	found = `
with line as materialized (
  select p.id, p.url_type, p.queued, p.round, p.names, p.owner, p.organization, row_number() over (order by p.queued, p.id) as place
  from catalog.projects p where p.status = 'processing'
), found as materialized (
  select l.id, l.url_type, l.queued, l.place, h.receiver is not null as handed, coalesce(t.unanswered, 0) as unread from line l
  left join report.threads t on t.kind = 'project' and t.unanswered > 0 and t.subject = l.id
  left join review.handovers h on h.project = l.id and h.round = l.round and h.receiver = $5
  where ($1 = '' or l.id = $2 or strpos(l.names, $1) > 0
      or exists (select from identity.profiles a where a.id = l.owner and strpos(lower(a.username), $1) > 0)
      or exists (select from catalog.organizations o where l.organization <> '' and o.id = l.organization
                 and (strpos(lower(o.name), $1) > 0 or strpos(lower(o.slug), $1) > 0)))
    and ($3::timestamptz is null or l.queued <= $3)
    and ($4 = '' or (l.round > 1) = ($4 = 'again'))
    and (not $6 or h.receiver is not null)
    and (not $7 or t.id is not null)
)`

	queued = found + `, page as materialized (
  select id, place, queued, unread from found where ($8 = '' or url_type = $8) order by case when $9 then -place else place end limit $10 offset $11
)
select p.doc_v3, p.url_type, f.queued, p.round, f.place, a.id, a.username, a.avatar_url, o.id, o.name, o.icon_url,
  (select count(distinct d.file_name) from catalog.dependencies d where d.project = p.id and d.file_name <> '' and d.dep_project = ''),
  exists (select from catalog.members m where m.project = p.id and m.account = $5 and m.accepted)
    or exists (select from catalog.organization_members m where p.organization <> '' and m.organization = p.organization and m.account = $5 and m.accepted),
  k.account, ka.username, ka.avatar_url, k.lock, k.taken, k.expires,
  coalesce((select json_agg(json_build_object('id', la.id, 'username', la.username, 'avatar_url', nullif(la.avatar_url, '')) order by la.username)
    from reviewing.looking l join identity.profiles la on la.id = l.account
    where l.project = p.id and l.seen > $13 and l.account <> $5 and l.account is distinct from k.account), '[]'),
  h.giver, ga.username, ga.avatar_url, h.receiver, ra.username, ra.avatar_url, h.note, h.at, f.unread
from page f
join catalog.projects p on p.id = f.id
left join identity.profiles a on a.id = p.owner
left join catalog.organizations o on p.organization <> '' and o.id = p.organization
left join reviewing.locks k on k.project = p.id and k.expires > $12
left join identity.profiles ka on ka.id = k.account
left join review.handovers h on h.project = p.id and h.round = p.round
left join identity.profiles ga on ga.id = h.giver
left join identity.profiles ra on ra.id = h.receiver
order by case when $9 then -f.place else f.place end`

	// waitingIDs are all projects of the queue that the filters let through.
	// With $11 those alone that the caller $5 may decide on now ($12): neither the caller's own nor locked by others.
	waitingIDs = found + `
select f.id from found f where ($8 = '' or f.url_type = $8) and (not $11 or not exists (
    select from reviewing.locks k where k.project = f.id and k.expires > $12 and k.account <> $5
  ) and not exists (select from catalog.members m where m.project = f.id and m.account = $5 and m.accepted) and not exists (
    select from catalog.organization_members m join catalog.projects p on p.organization = m.organization
    where p.id = f.id and p.organization <> '' and m.account = $5 and m.accepted))
order by case when $9 then -f.place else f.place end limit $10`

	counted = found + `
select url_type, count(*), count(*) filter (where queued <= $8), count(*) filter (where queued <= $9), count(*) filter (where handed), count(*) filter (where unread > 0)
from found group by url_type`

	// looks is how long somebody counts as looking after the panel was last heard of.
	looks = 150 * time.Second

	maxQuery = 100 // characters
	mostIDs  = 20_000
	day      = 24 * time.Hour
)

// QueueFilter is which projects of the queue are asked for, and in which order.
type QueueFilter struct {
	Query   string     `query:"query" doc:"名称、slug、提交者中包含的文字，或资源的 ID"`
	Type    string     `query:"project_type" doc:"资源类型，与资源地址中的相同"`
	Sort    string     `query:"sort" enum:"oldest,newest" doc:"排序，默认 oldest：等待最久的在前"`
	Round   string     `query:"round" enum:"first,again" doc:"首次提交，或再次提交"`
	Waiting view.Count `query:"waiting" doc:"至少等待的小时数"`
	Handed  view.Flag  `query:"handed" doc:"为 true 时只列出交给你的"`
	Replied view.Flag  `query:"replied" doc:"为 true 时只列出作者有新回复的"`
}

// args are the arguments of the part that the queries share, for a caller.
func (in QueueFilter) args(ctx context.Context, now time.Time) ([]any, error) {
	v := view.Projects(ctx)
	if !v.Staff {
		return nil, httpkit.Forbidden(queueOfStaff)
	}
	given := strings.TrimSpace(in.Query)
	if utf8.RuneCountInString(given) > maxQuery {
		return nil, httpkit.Invalid("query", "参数 query 过长")
	}
	var before *time.Time
	if in.Waiting > 0 {
		// Far more hours than any project waits would overflow a duration.
		since := now.Add(-time.Duration(min(in.Waiting, 1_000_000)) * time.Hour)
		before = &since
	}
	return slices.Clip([]any{strings.ToLower(given), given, before, in.Round, v.Account, in.Handed == "true", in.Replied == "true"}), nil
}

type queueIn struct {
	QueueFilter
	Count  view.Count `query:"count" default:"20" doc:"数量，默认 20，最多 100"`
	Offset view.Count `query:"offset" doc:"跳过的数量"`
}

func (s *Routes) queue(ctx context.Context, in *queueIn) (out Waiting, err error) {
	now := time.Now()
	filters, err := in.args(ctx, now)
	if err != nil {
		return out, err
	}
	v := view.Projects(ctx)
	with := func(more ...any) []any { return append(filters, more...) }
	out.Projects, err = view.Rows(ctx, s.source, "review queue", scanWaiting(v.Account), queued,
		with(in.Type, in.Sort == "newest", int(min(in.Count, 100)), int(in.Offset), now, now.Add(-looks))...)
	if err != nil {
		return out, err
	}
	out.Counts = map[string]int64{}
	rows, err := s.source.Pool.Query(ctx, counted, with(now.Add(-day), now.Add(-2*day))...)
	if err != nil {
		return out, fmt.Errorf("count review queue: %w", err)
	}
	var kind string
	var n, late, later, handed, replied int64
	if _, err := pgx.ForEachRow(rows, []any{&kind, &n, &late, &later, &handed, &replied}, func() error {
		out.Counts[kind] = n
		out.Late.Day, out.Late.TwoDays, out.Handed = out.Late.Day+late, out.Late.TwoDays+later, out.Handed+handed
		out.Replied += replied
		if in.Type == "" || in.Type == kind {
			out.Total += n
		}
		return nil
	}); err != nil {
		return out, fmt.Errorf("count review queue: %w", err)
	}
	return out, nil
}

// WaitingIDs are the ids of all projects of the queue that the filters let through: a run through the queue takes them
// from here. There are 20 000 at most.
type WaitingIDs struct {
	IDs []string `json:"ids"`
}

type queueIDsIn struct {
	QueueFilter
	Free view.Flag `query:"free" doc:"为 true 时只列出你现在可以审核的：不是你参与的，也没有被他人锁定"`
}

func (s *Routes) queueIDs(ctx context.Context, in *queueIDsIn) (out WaitingIDs, err error) {
	now := time.Now()
	filters, err := in.args(ctx, now)
	if err != nil {
		return out, err
	}
	args := append(filters, in.Type, in.Sort == "newest", mostIDs, in.Free == "true", now)
	out.IDs, err = view.Rows(ctx, s.source, "ids of the review queue", pgx.RowTo[string], waitingIDs, args...)
	return out, err
}

// person is an account as a row joins it: columns that are null where there is none.
type person struct{ id, username, avatar *string }

func (p *person) columns() []any { return []any{&p.id, &p.username, &p.avatar} }

func (p *person) author() *contract.Author {
	if p.username == nil { // a closed account has no profile
		return nil
	}
	return view.Author(p.id, p.username, p.avatar)
}

func (p *person) is(account string) bool { return p.id != nil && *p.id == account }

// scanWaiting reads a row of the queue for a caller.
func scanWaiting(caller string) func(pgx.CollectableRow) (WaitingProject, error) {
	return func(row pgx.CollectableRow) (WaitingProject, error) {
		var p WaitingProject
		var stored, looking []byte
		var org, name, icon, lock, note *string
		var owner, holder, giver, receiver person
		var taken, expires, at *time.Time
		columns := []any{&stored, &p.URLType, &p.Queued, &p.Round, &p.Place}
		columns = append(columns, owner.columns()...)
		columns = append(columns, &org, &name, &icon, &p.ExternalDependencies, &p.Own)
		columns = append(columns, holder.columns()...)
		columns = append(columns, &lock, &taken, &expires, &looking)
		columns = append(columns, giver.columns()...)
		columns = append(columns, receiver.columns()...)
		if err := row.Scan(append(columns, &note, &at, &p.Unread)...); err != nil {
			return p, err
		}
		var doc contract.ProjectV3
		if err := json.Unmarshal(stored, &doc); err != nil {
			return p, fmt.Errorf("decode project: %w", err)
		}
		if err := json.Unmarshal(looking, &p.Looking); err != nil {
			return p, fmt.Errorf("decode who looks: %w", err)
		}
		p.ID, p.Slug, p.Name, p.Summary, p.IconURL = doc.ID, doc.Slug, doc.Name, doc.Summary, doc.IconURL
		p.Status, p.RequestedStatus, p.Published, p.Updated = doc.Status, doc.RequestedStatus, doc.Published, doc.Updated
		p.ProjectTypes, p.Loaders = contract.List(doc.ProjectTypes), contract.List(doc.Loaders)
		switch by := owner.author(); {
		case org != nil:
			p.Ownership = &Ownership{Kind: "organization", ID: *org, Name: *name, IconURL: view.Present(icon)}
		case by != nil:
			p.Ownership = &Ownership{Kind: "user", ID: by.ID, Name: by.Username, IconURL: by.AvatarURL}
		}
		if by := holder.author(); by != nil && lock != nil {
			p.Lock = &WaitingLock{Lock: *lock, By: *by, Own: by.ID == caller, Since: *taken, Expires: *expires}
		}
		if at != nil {
			p.Handed = &Handed{By: giver.author(), To: receiver.author(), Own: receiver.is(caller), Note: *note, At: *at}
		}
		return p, nil
	}
}
