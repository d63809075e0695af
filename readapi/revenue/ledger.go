package revenue

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// matching holds for the lines of the account $1 that a filter admits: kind $2, project $3, from $4 and before $5.
const (
	matching = `account = $1 and ($2 = '' or kind = $2) and ($3 = '' or project = $3) and at >= $4 and at < $5`

	linesOf = `
select number, at, kind, amount, balance, to_char(value_date, 'YYYY-MM-DD'), month, source, project, payout, reason
from revenue.lines where ` + matching + ` and number < $6 order by number desc limit $7`
	linesCount = `select count(*) from revenue.lines where ` + matching
	lineYears  = `
select extract(year from at at time zone 'UTC')::int from revenue.lines where account = $1 group by 1 order by 1 desc`
)

// Filter admits lines.
type Filter struct {
	Kind    string     `query:"kind" enum:"settlement,payout,refund,correction,return,closing" doc:"种类，默认全部"`
	Year    view.Count `query:"year" doc:"年份（UTC），默认全部"`
	Project string     `query:"project" doc:"资源的 ID，默认全部"`
}

// args are the parameters of matching.
func (f Filter) args(account string) ([]any, error) {
	from, to := time.Unix(0, 0).UTC(), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	if year := int(f.Year); year != 0 {
		if year < 1970 || year > 9998 {
			return nil, httpkit.Invalid("year", "年份无效")
		}
		from = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		to = from.AddDate(1, 0, 0)
	}
	return []any{account, f.Kind, f.Project, from, to}, nil
}

type ledgerIn struct {
	Filter
	Limit  view.Count    `query:"limit" default:"20" doc:"数量，默认 20，最多 100"`
	Before view.Position `query:"before" doc:"只要编号小于它的账目"`
}

// endless is above every number of a line.
const endless = int64(1) << 62

func (s *Routes) ledger(ctx context.Context, in *ledgerIn) (contract.LedgerPage, error) {
	out := contract.LedgerPage{}
	args, err := in.args(view.Caller(ctx).Account)
	if err != nil {
		return out, err
	}
	before, limit := int64(in.Before), min(int(in.Limit), 100)
	if before == 0 {
		before = endless
	}
	if out.Lines, err = s.lines(ctx, args, before, limit+1); err != nil {
		return out, err
	}
	if len(out.Lines) > limit {
		out.Lines = out.Lines[:limit]
		if limit > 0 {
			out.Next = &out.Lines[limit-1].Number
		}
	}
	if err := s.source.Pool.QueryRow(ctx, linesCount, args...).Scan(&out.Count); err != nil {
		return out, fmt.Errorf("count lines: %w", err)
	}
	out.Years, err = view.Rows(ctx, s.source, "years of lines", pgx.RowTo[int], lineYears, args[0])
	return out, err
}

// lines are lines with numbers below one, newest first.
func (s *Routes) lines(ctx context.Context, args []any, before int64, limit int) ([]contract.LedgerLine, error) {
	list, err := view.Rows(ctx, s.source, "lines", scanLine, linesOf, append(args[:len(args):len(args)], before, limit)...)
	if err != nil {
		return nil, err
	}
	return list, s.title(ctx, list)
}

func scanLine(row pgx.CollectableRow) (l contract.LedgerLine, err error) {
	var month, source, project, payout, why string
	err = row.Scan(&l.Number, &l.At, &l.Kind, &l.Amount, &l.Balance, &l.ValueDate, &month, &source, &project, &payout, &why)
	l.Month, l.Source, l.Payout, l.Reason = view.Present(&month), view.Present(&source), view.Present(&payout), view.Present(&why)
	if project != "" {
		l.Project = &contract.LedgerProject{ID: project}
	}
	return l, err
}

// title completes the projects of lines.
func (s *Routes) title(ctx context.Context, list []contract.LedgerLine) error {
	var ids []string
	for _, l := range list {
		if l.Project != nil {
			ids = append(ids, l.Project.ID)
		}
	}
	projects, err := s.projects(ctx, view.Caller(ctx), ids)
	for i := range list {
		if p := list[i].Project; p != nil {
			*p = projects[p.ID]
		}
	}
	return err
}
