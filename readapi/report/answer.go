package report

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	columns = `r.id, r.type, r.item, r.item_type, r.reporter, r.body, r.created, r.closed is not null, r.thread`

	// mayRead holds for reports r that the reader may read: $1 is the reader's account, $2 whether it is staff. Nobody of
	// the staff reads who reported them.
	mayRead = `($2::boolean and not (r.item_type = 'user' and r.item = $1) or r.reporter = $1)`

	ofReporter = `select ` + columns + ` from report.reports r where r.reporter = $1 order by r.created desc, r.id limit $2 offset $3`
	allOpen    = `select ` + columns + ` from report.reports r where r.closed is null and ` + mayRead + ` order by r.created, r.id limit $3 offset $4`
	byID       = `select ` + columns + ` from unnest($3::text[]) with ordinality as a(id, n) join report.reports r on r.id = a.id
where ` + mayRead + ` order by a.n`
)

type listIn struct {
	Count  view.Count `query:"count" default:"100" doc:"数量，默认 100，最多 1000"`
	Offset view.Count `query:"offset" doc:"跳过的数量"`
	All    view.Flag  `query:"all" doc:"包括他人的举报，仅管理人员"`
}

func (s *Routes) list(ctx context.Context, in *listIn) ([]contract.Report, error) {
	if in.Count < 1 || in.Count > 1000 {
		return nil, httpkit.Invalid("count", "参数 count 应为 1 到 1000")
	}
	if in.Offset > 1_000_000 {
		return nil, httpkit.Invalid("offset", "参数 offset 不能超过 1000000")
	}
	who := view.Caller(ctx)
	if in.All != "true" {
		return s.read(ctx, ofReporter, who.Account, in.Count, in.Offset)
	}
	if !who.Staff {
		return nil, httpkit.Forbidden("只有管理人员可以查询全部举报")
	}
	return s.read(ctx, allOpen, who.Account, who.Staff, in.Count, in.Offset)
}

func (s *Routes) many(ctx context.Context, in *view.ByIDs) ([]contract.Report, error) {
	return s.find(ctx, in.IDs.Items)
}

func (s *Routes) one(ctx context.Context, in *view.ByID) (contract.Report, error) {
	return view.Only(s.find(ctx, []string{string(in.ID)}))
}

func (s *Routes) find(ctx context.Context, ids []string) ([]contract.Report, error) {
	who := view.Caller(ctx)
	return s.read(ctx, byID, who.Account, who.Staff, ids)
}

func (s *Routes) read(ctx context.Context, query string, args ...any) ([]contract.Report, error) {
	return view.Rows(ctx, s.source, "reports", view.Within(pgx.RowToStructByPos[contract.Report], func(r contract.Report) int { return len(r.Body) }), query, args...)
}
