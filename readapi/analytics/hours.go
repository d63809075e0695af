package analytics

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// hoursOf reads the hours of projects once: a row for each hour with the sums of all metrics, and a row for each of the largest groups with its
// metric in the range and in the time before. The most downloaded project has 4 000 rows a day, and they would be read three times.
func hoursOf(s source, column string) string {
	return `with h as materialized (
  select h.hour, ` + s.key + ` as key, sum(h.downloads::float8) as downloads, sum(h.views::float8) as views, sum(h.seconds::float8) as seconds
  from download.hours h where h.project = any($1) and h.hour >= $2 and h.hour < $4 group by 1, 2)
select * from (
  select h.hour, '' as key, '' as name, sum(h.downloads)::bigint as value, sum(h.views)::bigint as before, sum(h.seconds)::bigint from h group by 1
  union all
  select null, g.key, ` + s.name + `, g.value, g.before, 0 from (
    select * from (
      select h.key, coalesce(sum(h.` + column + `) filter (where h.hour >= $3), 0)::bigint as value,
        coalesce(sum(h.` + column + `) filter (where h.hour < $6), 0)::bigint as before from h group by 1) g
    where g.value <> 0 or g.before <> 0 ` + largestFirst + ` limit $5) g ` + s.joins + `) g ` + largestFirst
}

// readHours reads the sums of all counted metrics, and one of them over time and by groups.
func readHours(ctx context.Context, tx pgx.Tx, a asked, out *Overview) error {
	s := grouped(a.Metric, a.by, false)
	rows, err := tx.Query(ctx, hoursOf(s, column(a.Metric)), a.ids, a.begin, a.from, a.to, a.groups(), a.until)
	if err != nil {
		return err
	}
	form := dayForm
	if a.Slice == "hour" {
		form = "2006-01-02T15:00" // hours of a zone half an hour off are named by the full one
	}
	values, groups := map[string]int64{}, []Group{}
	sums := map[string]*Sum{downloads: &out.Sums.Downloads, views: &out.Sums.Views, playtime: &out.Sums.Playtime}
	var hour *time.Time
	var g Group
	var seconds int64
	if _, err := pgx.ForEachRow(rows, []any{&hour, &g.Key, &g.Name, &g.Value, &g.Before, &seconds}, func() error {
		if hour == nil {
			groups = append(groups, g)
			return nil
		}
		for metric, n := range map[string]int64{downloads: g.Value, views: g.Before, playtime: seconds} {
			if !hour.Before(a.from) {
				sums[metric].Value += n
			}
			if hour.Before(a.until) {
				sums[metric].Before += n
			}
			if metric == a.Metric {
				values[hour.In(a.zone).Format(form)] += n
			}
		}
		return nil
	}); err != nil {
		return err
	}
	out.Slices, out.Groups = a.sliced(values), a.shown(groups)
	return nil
}
