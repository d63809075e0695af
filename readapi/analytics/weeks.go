package analytics

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// siteProjects adds up projects over the range, and what those that are shown had in the time before: of both, the beginnings ($1, $4) and ends ($2, $5)
// of spans of days and the Mondays of whole weeks ($3, $6). Where fewer are shown than may be, projects follow that had something only before. A sum
// of floating-point numbers takes half the time of one of bigint, which is numeric, and is exact below 2^53.
func siteProjects(column string) string {
	days := func(first, after string) string {
		return `unnest(` + first + `::timestamptz[], ` + after + `::timestamptz[]) r (first, after) join download.days d on d.day >= r.first and d.day < r.after`
	}
	weeks := func(mondays string) string {
		return `unnest(` + mondays + `::timestamptz[]) r (monday) join download.weeks w on w.week = r.monday`
	}
	sums := func(first, after, mondays string) string {
		return `(select h.key, sum(h.n) as n from (select d.project, d.` + column + `::float8 from ` + days(first, after) + `
      union all select w.project, w.` + column + `::float8 from ` + weeks(mondays) + `) h (key, n) group by 1 having sum(h.n) > 0)`
	}
	return `with now as materialized (select * from ` + sums("$1", "$2", "$3") + ` g order by g.n desc, g.key limit $7)
select g.key, coalesce(p.title, ''), g.value::bigint, g.before::bigint from (
  select n.key, n.n as value, coalesce((select sum(d.` + column + `::float8) from ` + days("$4", "$5") + ` and d.project = n.key), 0)
    + coalesce((select sum(w.` + column + `::float8) from ` + weeks("$6") + ` and w.project = n.key), 0) as before from now n
  union all
  select * from (select b.key, 0, b.n from ` + sums("$4", "$5", "$6") + ` b
    where (select count(*) from now) < $7 and not exists (select from now n where n.key = b.key) order by b.n desc, b.key limit $7) b) g
left join catalog.projects p on p.id = g.key ` + largestFirst + ` limit $7`
}

const week = 7 * day

// span is a part of the time as the tables have it: whole weeks by their Mondays, and the days before and after them.
type span struct {
	first, after []time.Time // of days: when they begin, and when the day after the last begins
	mondays      []time.Time
}

// spanOf are the days (UTC) that begin in a time.
func spanOf(begin, end time.Time) (s span) {
	first, after := next(begin, day), next(end, day)
	monday, last := next(first, week), after.Truncate(week)
	if !monday.Before(last) {
		s.add(first, after)
		return s
	}
	s.add(first, monday)
	for at := monday; at.Before(last); at = at.Add(week) {
		s.mondays = append(s.mondays, at)
	}
	s.add(last, after)
	return s
}

func (s *span) add(first, after time.Time) {
	if first.Before(after) {
		s.first, s.after = append(s.first, first), append(s.after, after)
	}
}

// next is the first beginning of a day or a week (UTC, from Monday on) that is not before a time.
func next(t time.Time, length time.Duration) time.Time {
	begin := t.UTC().Truncate(length)
	if begin.Before(t) {
		begin = begin.Add(length)
	}
	return begin
}

// readSiteProjects reads which projects the downloads, views or playtime of the whole site are of, by days of UTC: the hours of all projects would
// be too many.
func readSiteProjects(ctx context.Context, tx pgx.Tx, a asked, out *Overview) error {
	now, before := spanOf(a.from, a.to), spanOf(a.begin, a.until)
	rows, err := tx.Query(ctx, siteProjects(column(a.Metric)), now.first, now.after, now.mondays, before.first, before.after, before.mondays, maxGroups)
	if err != nil {
		return err
	}
	out.Groups, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Group])
	return err
}
