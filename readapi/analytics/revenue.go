package analytics

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

// revenue is what the people of a project get of the site's income, by days of UTC.
const revenue = "revenue"

// estimatedFrom is the header with the Unix second of the first slice whose revenue is an estimate, because its month is
// not settled.
const estimatedFrom = "Estimated-From"

// paying are the projects of a list, or without one all of the viewer's, whose revenue the viewer may see: who keeps the
// site's money sees that of a list, others need the permission VIEW_PAYOUTS (bit 9) in the project or in its organization.
const paying = `
select p.id from catalog.projects p
where ($3::text[] is null or p.id = any($3))
and ($1::boolean and $3::text[] is not null
  or exists (select from catalog.members m where m.project = p.id and m.account = $2 and m.accepted and (m.owner or m.permissions & 512 <> 0))
  or exists (select from catalog.organization_members o where o.organization = p.organization and p.organization <> '' and o.account = $2 and o.accepted
    and (o.owner or o.permissions & 512 <> 0)))
order by p.id limit $4`

// shared are the shares of the projects $1 from the day $2 to before $3, by project and slice. The placeholder is the
// slice of a day.
const shared = `
select s.project, %s, sum(s.amount)::bigint, bool_or(m.state is distinct from 'settled')
from revenue.shares s join revenue.days d on d.day = s.day and d.run = s.run and d.finished is not null
left join revenue.months m on m.month = to_char(s.day, 'YYYY-MM')
where s.project = any($1) and s.day >= $2::date and s.day < $3::date group by 1, 2 order by 2, 1`

func (s *Routes) paying(ctx context.Context, wanted []string) ([]string, error) {
	c := identity.FromContext(ctx)
	if err := c.Require(identity.ScopePayoutsRead); err != nil {
		return nil, err
	}
	keeps := c.Treasurer || c.Role == identity.RoleAdmin
	return view.Rows(ctx, s.source, "projects with revenue", pgx.RowTo[string], paying, keeps, c.Account, wanted, maxProjects)
}

// midnight is the first midnight (UTC) that is not before a moment. A day belongs to a range if its midnight does.
func midnight(t time.Time) time.Time {
	first := t.UTC().Truncate(day)
	if first.Before(t) {
		first = first.Add(day)
	}
	return first
}

// revenueSeries is GET /v3/analytics/revenue.
func (s *Routes) revenueSeries(ctx context.Context, in *SeriesIn) (view.Answer, error) {
	start, end, minutes, err := s.slicing(in)
	if err != nil {
		return nil, err
	}
	ids, err := s.paying(ctx, in.Projects.Items)
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]contract.Money{}
	for _, id := range ids {
		out[id] = map[string]contract.Money{}
	}
	query := fmt.Sprintf(shared, `floor(extract(epoch from s.day) / $4)::bigint * $4::bigint`)
	rows, err := s.source.Pool.Query(ctx, query, ids, midnight(start), midnight(end), minutes*60)
	if err != nil {
		return nil, fmt.Errorf("read revenue by time: %w", err)
	}
	var id string
	var slice int64
	var amount contract.Money
	var estimate bool
	first := ""
	if _, err = pgx.ForEachRow(rows, []any{&id, &slice, &amount, &estimate}, func() error {
		at := strconv.FormatInt(slice, 10)
		out[id][at] = amount
		if estimate && first == "" {
			first = at
		}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read revenue by time: %w", err)
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		if first != "" {
			w.Header().Set(estimatedFrom, first)
		}
		return view.JSONOf(out)(w, r)
	}, nil
}

// readRevenue adds the buckets of the revenue to their slices. A day belongs to the slice in which it begins.
func (s *Routes) readRevenue(ctx context.Context, tx pgx.Tx, ids []string, cut sliced, m divided, out [][]Bucket) error {
	query := fmt.Sprintf(shared, `((extract(epoch from s.day) * 1000000 - $4::bigint)::bigint * $5::bigint / $6::bigint)::int`)
	rows, err := tx.Query(ctx, query, ids, midnight(cut.start), midnight(cut.end), cut.start.UnixMicro(), cut.parts, cut.whole)
	if err != nil {
		return err
	}
	byEach := slices.Contains(m.by, byProject)
	b := Bucket{Kind: revenue}
	var slice int
	_, err = pgx.ForEachRow(rows, []any{&b.Project, &slice, &b.Revenue, &b.Estimated}, func() error {
		list := out[slice]
		if n := len(list) - 1; !byEach && n >= 0 && list[n].Kind == revenue {
			list[n].Revenue += b.Revenue
			list[n].Estimated = list[n].Estimated || b.Estimated
			return nil
		}
		one := b
		if !byEach {
			one.Project = ""
		}
		out[slice] = append(list, one)
		return nil
	})
	return err
}
