package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// History is the history of a project's submissions, and its place in the queue while it waits.
type History struct {
	Entries []Entry `json:"entries"`
	Queue   *Queue  `json:"queue"`
}

// Entry is one step. Type is created, submitted, approved, rejected, withheld or status_changed; From is null in the
// first entry, Message where there is no text.
type Entry struct {
	Type    string    `json:"type" enum:"created,submitted,approved,rejected,withheld,status_changed"`
	At      time.Time `json:"at"`
	Actor   *Actor    `json:"actor"`
	From    *string   `json:"from" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	To      string    `json:"to" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	Message *string   `json:"message"`
}

// Actor is the account that took a step.
type Actor struct {
	ID        string  `json:"id"`
	Username  string  `json:"username"`
	AvatarURL *string `json:"avatar_url"`
	Role      string  `json:"role" enum:"developer,moderator,admin"`
}

// Queue is a place in the queue, counted from one, and how long recent decisions took.
type Queue struct {
	Position          int64     `json:"position"`
	Of                int64     `json:"of"`
	MedianWaitSeconds *int64    `json:"median_wait_seconds"`
	Queued            time.Time `json:"queued"`
}

const (
	subject = `select p.id, p.status, p.queued, ` + view.Inside + ` from catalog.projects p
where p.id = ` + view.Found + ` and ` + view.VisibleProject

	entries = `
select h.type, h.at, h.from_status, h.to_status, h.message, h.actor, a.username, a.avatar_url, a.role
from catalog.history h left join identity.profiles a on a.id = h.actor
where h.project = $1 order by h.position limit $2`

	place = `
select (select count(*) from catalog.projects where status = 'processing' and (queued, id) <= ($2, $1)),
       (select count(*) from catalog.projects where status = 'processing'),
       (select percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - d.submitted_at))::bigint
        from (select decided_at, submitted_at from catalog.review_rounds
              where decided_at is not null and decision <> 'withdrawn' order by decided_at desc limit 100) d)`
)

const maxEntries = 1000

func (s *Routes) history(ctx context.Context, in *view.ByID) (h History, err error) {
	v := view.Projects(ctx)
	var id, status string
	var queued *time.Time
	var inside bool
	err = s.source.Pool.QueryRow(ctx, subject, v.Staff, v.Account, in.ID, in.ID.Lower()).Scan(&id, &status, &queued, &inside)
	if errors.Is(err, pgx.ErrNoRows) {
		return h, httpkit.NotFound()
	}
	if err != nil {
		return h, fmt.Errorf("read project: %w", err)
	}
	if !inside {
		return h, httpkit.Forbidden("只有资源成员和审核人员可以查看审核记录")
	}
	if h.Entries, err = view.Rows(ctx, s.source, "history", scanEntry, entries, id, maxEntries); err != nil {
		return h, err
	}
	if status == "processing" && queued != nil {
		q := Queue{Queued: queued.UTC()}
		if err := s.source.Pool.QueryRow(ctx, place, id, *queued).Scan(&q.Position, &q.Of, &q.MedianWaitSeconds); err != nil {
			return h, fmt.Errorf("read place in the queue: %w", err)
		}
		h.Queue = &q
	}
	return h, nil
}

func scanEntry(row pgx.CollectableRow) (Entry, error) {
	var e Entry
	var from, message, actor string
	var username, avatar, role *string
	if err := row.Scan(&e.Type, &e.At, &from, &e.To, &message, &actor, &username, &avatar, &role); err != nil {
		return e, err
	}
	e.At = e.At.UTC()
	if from != "" {
		e.From = &from
	}
	if message != "" {
		e.Message = &message
	}
	if username != nil && role != nil {
		e.Actor = &Actor{ID: actor, Username: *username, AvatarURL: view.Present(avatar), Role: contract.Role(*role)}
	}
	return e, nil
}
