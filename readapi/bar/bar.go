// Package bar lists who may not write in a section of the forum, for the staff, or on the board of a project, for its members and the
// staff.
package bar

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/bar"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/view"
)

var (
	// board is the project that $3 and $4 name (view.Found), if the viewer knows of it, and whether they are one of its members.
	board = `select p.id, ($1::boolean or $2::text <> '' and ` + view.Belongs("$2") + `) from catalog.projects p where p.id = ` + view.Found +
		` and ` + view.VisibleProject

	// lasting are the bars of a place that have not ended, the one that ends last first, with their number.
	lasting = `
select b.account, coalesce(a.username, ''), a.avatar_url, b.until, b.since, b.by, d.username, d.avatar_url, b.reason_code, b.reason_text, count(*) over ()
from bar.bars b
left join identity.profiles a on a.id = b.account
left join identity.profiles d on d.id = b.by
where b.kind = $1 and b.place = $2 and b.until > $3
order by b.until desc, b.account limit $4 offset $5`
)

// Routes are the queries of this package.
type Routes struct {
	source   *view.Source
	sections []string
	now      func() time.Time
}

// New makes the queries; sections are the names of the sections of the forum.
func New(s *view.Source, sections []string, now func() time.Time) *Routes {
	return &Routes{s, sections, now}
}

// Register mounts them.
func (s *Routes) Register(api *httpkit.API) {
	route := func(path, summary string) view.Route {
		return view.Route{Path: "GET " + path, Summary: summary, Scope: identity.ScopeThreadRead, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, route("/v3/forum/sections/{id}/bars", "在论坛的版块中被禁言的人，限管理人员"), s.ofSection)
	view.Query(api, s.source, route("/v3/project/{id}/bars", "在资源的讨论与反馈中被禁言的人，限管理人员与资源成员"), s.ofBoard)
}

type sectionIn struct {
	ID string `path:"id" doc:"版块的名称"`
	answer.Numbered
}

func (s *Routes) ofSection(ctx context.Context, in *sectionIn) (contract.TalkBars, error) {
	if !identity.FromContext(ctx).Staff() {
		return contract.TalkBars{}, httpkit.Forbidden("只有管理人员可以查看")
	}
	for _, known := range s.sections {
		if known == in.ID {
			return s.list(ctx, "section", in.ID, in.Numbered)
		}
	}
	return contract.TalkBars{}, httpkit.NotFound()
}

type boardIn struct {
	view.ByID
	answer.Numbered
}

func (s *Routes) ofBoard(ctx context.Context, in *boardIn) (contract.TalkBars, error) {
	type place struct {
		Project string
		Inside  bool
	}
	v := view.As(ctx, identity.ScopeThreadRead)
	found, err := view.Only(view.Rows(ctx, s.source, "the project of bars", pgx.RowToStructByPos[place], board, v.Staff, v.Account, in.ID, in.ID.Lower()))
	switch {
	case err != nil:
		return contract.TalkBars{}, err
	case !found.Inside:
		return contract.TalkBars{}, httpkit.Forbidden("只有管理人员与资源成员可以查看")
	}
	return s.list(ctx, "board", found.Project, in.Numbered)
}

func (s *Routes) list(ctx context.Context, kind, place string, of answer.Numbered) (contract.TalkBars, error) {
	page, size := of.Bounds()
	out := contract.TalkBars{Bars: []contract.TalkBarred{}, Pagination: contract.ForumPagination{Page: page, PageSize: size}}
	found, err := view.Rows(ctx, s.source, "bars", func(r pgx.CollectableRow) (b contract.TalkBarred, err error) {
		var by string
		var name *string
		var avatar *string
		err = r.Scan(&b.Person.ID, &b.Person.Username, &b.Person.AvatarURL, &b.Until, &b.Since, &by, &name, &avatar, &b.Reason.Code, &b.Reason.Text, &out.Pagination.Total)
		if name != nil {
			b.By = &contract.Author{ID: by, Username: *name, AvatarURL: avatar}
		}
		return b, err
	}, lasting, kind, place, s.now(), size, (page-1)*size)
	out.Bars = append(out.Bars, found...)
	return out, err
}
