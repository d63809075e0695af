package review

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/transparency"
	"github.com/modyard/modyard/readapi/view"
)

// Overview is what waits for the staff, and what it did since a moment.
type Overview struct {
	Queue   QueueCounts         `json:"queue"`
	Reports OpenCounts          `json:"reports"`
	Claims  OpenCounts          `json:"claims"`
	Links   OpenCounts          `json:"translations"`
	Oldest  []OldestProject     `json:"oldest" doc:"等待最久的 5 个项目"`
	Work    []Work              `json:"work" doc:"自 since 起各审核人员的工作，由多到少；不含演示数据"`
	Recent  transparency.Counts `json:"recent" doc:"最近 30 天，不含演示数据"`
}

// QueueCounts counts the projects in the queue.
type QueueCounts struct {
	Waiting int64 `json:"waiting"`
	Late
}

// OpenCounts counts what is open, and says since when the oldest is.
type OpenCounts struct {
	Open   int64      `json:"open"`
	Oldest *time.Time `json:"oldest"`
}

// OldestProject is a project at the head of the queue.
type OldestProject struct {
	ID      string    `json:"id"`
	Slug    string    `json:"slug"`
	Title   string    `json:"title"`
	IconURL *string   `json:"icon_url"`
	URLType string    `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Queued  time.Time `json:"queued"`
	Round   int       `json:"round"`
}

// Work is what a moderator did. Moderator is null for a closed account.
type Work struct {
	Moderator *contract.Author      `json:"moderator"`
	Outcomes  transparency.Outcomes `json:"decisions"`
	Forced    int64                 `json:"forced" doc:"审核轮次之外更改的状态"`
	Reports   int64                 `json:"reports" doc:"关闭的举报"`
	Claims    int64                 `json:"claims" doc:"处理的认领"`
}

const (
	// open counts the queue, the reports and the claims; $1 and $2 are a day and two days ago.
	open = `
select q.n, q.day, q.two, r.n, r.oldest, c.n, c.oldest, t.n, t.oldest
from (select count(*) as n, count(*) filter (where queued <= $1) as day, count(*) filter (where queued <= $2) as two
      from catalog.projects where status = 'processing') q,
     (select count(*) as n, min(created) as oldest from report.reports where closed is null) r,
     (select count(*) as n, min(filed) as oldest from claim.claims where ended is null) c,
     (select count(*) as n, min(asked) as oldest from translation.links l where l.status = 'pending'
        and exists (select from catalog.versions v where v.id = l.version) and exists (select from catalog.versions o where o.id = l.target)) t`

	oldest = `
select id, slug, title, icon_url, url_type, queued, round from catalog.projects where status = 'processing' order by queued, id limit 5`

	worked = `
select w.actor, a.username, a.avatar_url,
  sum(w.n) filter (where w.kind = 'approved'), sum(w.n) filter (where w.kind = 'rejected'), sum(w.n) filter (where w.kind = 'withheld'),
  sum(w.n) filter (where w.kind = 'status-forced'), sum(w.n) filter (where w.kind = 'report-closed'), sum(w.n) filter (where w.kind in ('claim-accepted', 'claim-rejected'))
from (select actor, decision as kind, count(*) as n from review.decisions where mark = '' and undone_at is null and at >= $1 group by actor, decision
      union all
      select actor, kind, count(*) from audit.entries
      where kind in ('status-forced', 'report-closed', 'claim-accepted', 'claim-rejected') and mark = '' and role in ('moderator', 'admin') and at >= $1 group by actor, kind) w
left join identity.profiles a on a.id = w.actor
group by w.actor, a.username, a.avatar_url
order by sum(w.n) desc, w.actor limit 100`

	// farthest is how far back the work may be asked for.
	farthest = 48 * time.Hour
)

type overviewIn struct {
	Since string `query:"since" doc:"从何时起的工作，RFC 3339，最多 48 小时之前；默认为当天 0 点（UTC）"`
}

// from is the moment since which the work is asked for.
func (in *overviewIn) from(now time.Time) (time.Time, error) {
	if in.Since == "" {
		return now.UTC().Truncate(24 * time.Hour), nil
	}
	at, err := time.Parse(time.RFC3339, in.Since)
	if err != nil || now.Sub(at) > farthest {
		return at, httpkit.Invalid("since", "参数 since 应为 48 小时之内的 RFC 3339 时间")
	}
	return at, nil
}

func (s *Routes) overview(ctx context.Context, in *overviewIn) (o Overview, err error) {
	if err := staff(ctx); err != nil {
		return o, err
	}
	now := s.now()
	since, err := in.from(now)
	if err != nil {
		return o, err
	}
	if o.Recent, err = s.Figures.Recent(ctx); err != nil {
		return o, err
	}
	if o.Oldest, err = view.Rows(ctx, s.source, "oldest waits", scanOldest, oldest); err != nil {
		return o, err
	}
	if o.Work, err = view.Rows(ctx, s.source, "work", scanWork, worked, since); err != nil {
		return o, err
	}
	err = s.source.Pool.QueryRow(ctx, open, now.Add(-day), now.Add(-2*day)).
		Scan(&o.Queue.Waiting, &o.Queue.Day, &o.Queue.TwoDays, &o.Reports.Open, &o.Reports.Oldest, &o.Claims.Open, &o.Claims.Oldest, &o.Links.Open, &o.Links.Oldest)
	if err != nil {
		return o, fmt.Errorf("count what is open: %w", err)
	}
	return o, nil
}

func scanOldest(row pgx.CollectableRow) (p OldestProject, err error) {
	var icon string
	err = row.Scan(&p.ID, &p.Slug, &p.Title, &icon, &p.URLType, &p.Queued, &p.Round)
	p.IconURL = view.Present(&icon)
	return p, err
}

func scanWork(row pgx.CollectableRow) (w Work, err error) {
	var by person
	var approved, rejected, withheld, forced, reports, claims *int64
	if err = row.Scan(append(by.columns(), &approved, &rejected, &withheld, &forced, &reports, &claims)...); err != nil {
		return w, err
	}
	w.Moderator = by.author()
	for into, n := range map[*int64]*int64{
		&w.Outcomes.Approved: approved, &w.Outcomes.Rejected: rejected, &w.Outcomes.Withheld: withheld, &w.Forced: forced, &w.Reports: reports, &w.Claims: claims,
	} {
		if n != nil {
			*into = *n
		}
	}
	return w, nil
}
