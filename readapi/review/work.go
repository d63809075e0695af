package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/transparency"
	"github.com/modyard/modyard/readapi/view"
)

// Moderation are the figures and the last decisions of a moderator.
type Moderation struct {
	Moderator contract.Author `json:"moderator"`
	transparency.ModeratorFigures
	Decisions []Decision `json:"decisions" doc:"最近 30 个决定，由新到旧；不含演示数据"`
}

// Decision is a decision of a moderator. Slug and Title are null where the project was deleted.
type Decision struct {
	Project string     `json:"project"`
	Slug    *string    `json:"slug"`
	Title   *string    `json:"title"`
	IconURL *string    `json:"icon_url"`
	URLType *string    `json:"url_type"`
	Round   int        `json:"round"`
	Kind    string     `json:"decision" enum:"approved,rejected,withheld"`
	At      time.Time  `json:"at"`
	Wait    *int       `json:"wait_seconds" doc:"从提交到决定，秒；提交是演示数据时为 null"`
	Undone  *time.Time `json:"undone" doc:"何时被撤销"`
}

const (
	moderator = `select id, username, avatar_url from identity.profiles where id = $1`

	decisions = `
select d.project, p.slug, p.title, p.icon_url, p.url_type, d.round, d.decision, d.at, d.wait, d.undone_at
from (select * from review.decisions where mark = '' and actor = $1 order by at desc limit 30) d
left join catalog.projects p on p.id = d.project
order by d.at desc, d.position desc`
)

type workIn struct {
	Moderator string `query:"moderator" doc:"审核人员的 ID；默认为你自己"`
}

func (s *Routes) work(ctx context.Context, in *workIn) (m Moderation, err error) {
	if err := staff(ctx); err != nil {
		return m, err
	}
	account := in.Moderator
	if account == "" {
		account = view.Caller(ctx).Account
	}
	var p person
	err = s.source.Pool.QueryRow(ctx, moderator, account).Scan(p.columns()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, httpkit.NotFound()
	}
	if err != nil {
		return m, fmt.Errorf("read moderator: %w", err)
	}
	m.Moderator = *p.author()
	if m.ModeratorFigures, err = s.Figures.Moderator(ctx, account); err != nil {
		return m, err
	}
	m.Decisions, err = view.Rows(ctx, s.source, "decisions", scanDecision, decisions, account)
	return m, err
}

func scanDecision(row pgx.CollectableRow) (d Decision, err error) {
	err = row.Scan(&d.Project, &d.Slug, &d.Title, &d.IconURL, &d.URLType, &d.Round, &d.Kind, &d.At, &d.Wait, &d.Undone)
	d.IconURL = view.Present(d.IconURL)
	return d, err
}
