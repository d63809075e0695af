package analytics

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// siteProjects adds up projects over spans of days and of weeks, each of which belongs to the range ($3 and $6) or to the time before. A sum of
// floating-point numbers takes half the time of one of bigint, which is numeric, and is exact below 2^53.
func siteProjects(column string) string {
	return `select g.key, coalesce(p.title, ''), g.value, g.before from (
  select * from (
    select h.project as key, coalesce(sum(h.n) filter (where h.now), 0)::bigint as value, coalesce(sum(h.n) filter (where not h.now), 0)::bigint as before from (
      select r.now, d.project, d.` + column + `::float8 from unnest($1::timestamptz[], $2::timestamptz[], $3::boolean[]) r (first, after, now)
        join download.days d on d.day >= r.first and d.day < r.after
      union all
      select r.now, w.project, w.` + column + `::float8 from unnest($4::timestamptz[], $5::timestamptz[], $6::boolean[]) r (first, after, now)
        join download.weeks w on w.week >= r.first and w.week < r.after) h (now, project, n)
    group by 1) g
  where g.value <> 0 or g.before <> 0 ` + largestFirst + ` limit $7) g left join catalog.projects p on p.id = g.key ` + largestFirst
}

const week = 7 * day

// spans are parts of the time, in the form of the columns that a statement reads.
type spans struct {
	first, after []time.Time
	now          []bool
}

func (s *spans) add(first, after time.Time, now bool) {
	if first.Before(after) {
		s.first, s.after, s.now = append(s.first, first), append(s.after, after), append(s.now, now)
	}
}

// split cuts the days (UTC) that begin in a time into whole weeks and the days before and after them.
func split(begin, end time.Time, now bool, days, weeks *spans) {
	first, after := next(begin, day), next(end, day)
	monday, last := next(first, week), after.Truncate(week)
	if !monday.Before(last) {
		days.add(first, after, now)
		return
	}
	days.add(first, monday, now)
	weeks.add(monday, last, now)
	days.add(last, after, now)
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
	var days, weeks spans
	split(a.begin, a.until, false, &days, &weeks)
	split(a.from, a.to, true, &days, &weeks)
	rows, err := tx.Query(ctx, siteProjects(column(a.Metric)), days.first, days.after, days.now, weeks.first, weeks.after, weeks.now, maxGroups)
	if err != nil {
		return err
	}
	out.Groups, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Group])
	return err
}
