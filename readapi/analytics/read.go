package analytics

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
)

const (
	openings = `select coalesce(sum(downloads), 0)::bigint from analytics.openings where $1::text[] is null or project = any($1)`

	counted     = `select coalesce(sum(downloads), 0)::bigint from download.projects where id = any($1)`
	countedSite = `select coalesce(sum(downloads), 0)::bigint from download.site_hours where part = 0` // fewer rows than projects

	releases = `
select to_char(v.published at time zone $4, 'YYYY-MM-DD'), v.project, v.id, v.number, v.channel from catalog.versions v
where v.project = any($1) and v.published >= $2 and v.published < $3 and v.listed order by v.published limit 200`

	// plannedAnew has each statement of a transaction planned for its range: a plan for any range takes it for a small part of the rows.
	plannedAnew = `set local plan_cache_mode = force_custom_plan`

	largestFirst = `order by g.value desc, g.before desc, g.key`

	maxGroups = 100
	// fewHits is the number below which a country is not told: it would tell of single people.
	fewHits = 50
	// longestPlay is the longest playtime of a hit, in seconds.
	longestPlay = 300
	// otherCountries stands for all countries with few hits together.
	otherCountries = "XX"
)

// readHits reads the sums of the metrics that hits are counted by.
func readHits(ctx context.Context, tx pgx.Tx, a asked, out *Overview) error {
	s := hourly(downloads, a.site())
	return tx.QueryRow(ctx, `select coalesce(sum(h.downloads) filter (where h.hour >= $3), 0)::bigint, coalesce(sum(h.downloads) filter (where h.hour < $5), 0)::bigint,
  coalesce(sum(h.views) filter (where h.hour >= $3), 0)::bigint, coalesce(sum(h.views) filter (where h.hour < $5), 0)::bigint,
  coalesce(sum(h.seconds) filter (where h.hour >= $3), 0)::bigint, coalesce(sum(h.seconds) filter (where h.hour < $5), 0)::bigint
from `+s.table+` h where `+s.where+` and h.hour >= $2 and h.hour < $4`, a.ids, a.begin, a.from, a.to, a.until).Scan(
		&out.Sums.Downloads.Value, &out.Sums.Downloads.Before, &out.Sums.Views.Value, &out.Sums.Views.Before, &out.Sums.Playtime.Value, &out.Sums.Playtime.Before)
}

// readTotals reads the sums of followers and what is counted in all.
func readTotals(ctx context.Context, tx pgx.Tx, a asked, out *Overview) error {
	f := followed(a.site())
	if err := tx.QueryRow(ctx, `select coalesce(sum(`+f.value+`) filter (where h.day >= $3), 0)::bigint, coalesce(sum(`+f.value+`) filter (where h.day < $3), 0)::bigint
from `+f.table+` h where `+f.where+` and h.day >= $2 and h.day < $4`, a.ids, a.begin, a.from, a.to).Scan(&out.Sums.Followers.Value, &out.Sums.Followers.Before); err != nil {
		return err
	}
	if err := tx.QueryRow(ctx, openings, a.ids).Scan(&out.Opening); err != nil {
		return err
	}
	if a.site() {
		return tx.QueryRow(ctx, countedSite).Scan(&out.Counted)
	}
	return tx.QueryRow(ctx, counted, a.ids).Scan(&out.Counted)
}

// readSlices reads the metric over time.
func readSlices(ctx context.Context, tx pgx.Tx, a asked, out *Overview) error {
	s, pattern := hourly(a.Metric, a.site()), "YYYY-MM-DD"
	if a.Metric == followers {
		s = followed(a.site())
	}
	if a.Slice == "hour" {
		pattern = `YYYY-MM-DD"T"HH24:00`
	}
	// The rows of an hour are added up before it is written in the zone, which takes longer than to read a row.
	rows, err := tx.Query(ctx, `select to_char(g.time at time zone $4, '`+pattern+`'), sum(g.value)::bigint from (
  select `+s.time+` as time, sum(`+s.value+`) as value from `+s.table+` h where `+s.where+` and `+s.time+` >= $2 and `+s.time+` < $3 group by 1) g
group by 1`, a.ids, a.begin, a.to, a.zone.String())
	if err != nil {
		return err
	}
	values := map[string]int64{}
	var start string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&start, &n}, func() error { values[start] = n; return nil }); err != nil {
		return err
	}
	out.Slices = a.sliced(values)
	if a.Metric != followers {
		return nil
	}
	var had int64
	if err := tx.QueryRow(ctx, `select coalesce(sum(`+s.value+`), 0)::bigint from `+s.table+` h where `+s.where+` and h.day < $2`, a.ids, a.begin).Scan(&had); err != nil {
		return err
	}
	add(out.Slices, had+out.Sums.Followers.Before, func(s *Slice) *int64 { return &s.Value })
	add(out.Slices, had, func(s *Slice) *int64 { return &s.Before })
	return nil
}

// add turns changes into numbers, from the number at the beginning.
func add(slices []Slice, number int64, of func(*Slice) *int64) {
	for i := range slices {
		v := of(&slices[i])
		number += *v
		*v = number
	}
}

// readGroups reads what the metric consists of, the largest part first.
func readGroups(ctx context.Context, tx pgx.Tx, a asked, out *Overview) error {
	if a.site() && a.by == "project" && a.Metric != followers {
		return readSiteProjects(ctx, tx, a, out)
	}
	s := grouped(a.Metric, a.by, a.site())
	rows, err := tx.Query(ctx, `select g.key, `+s.name+`, g.value, g.before from (
  select * from (
    select `+s.key+` as key, coalesce(sum(`+s.value+`) filter (where `+s.time+` >= $3), 0)::bigint as value,
      coalesce(sum(`+s.value+`) filter (where `+s.time+` < $6), 0)::bigint as before
    from `+s.table+` h where `+s.where+` and `+s.time+` >= $2 and `+s.time+` < $4 group by 1) g
  where g.value <> 0 or g.before <> 0 `+largestFirst+` limit $5) g `+s.joins+` `+largestFirst, a.ids, a.begin, a.from, a.to, a.groups(), a.until)
	if err != nil {
		return err
	}
	groups, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Group])
	if err != nil {
		return err
	}
	out.Groups = a.shown(groups)
	return nil
}

// groups is the number of groups that are read.
func (a asked) groups() int {
	if a.by == "country" {
		return 1000 // all: small ones are added up
	}
	return maxGroups
}

// shown are the groups that may be told.
func (a asked) shown(groups []Group) []Group {
	if a.by == "country" {
		return folded(groups, few(a.Metric))
	}
	return groups
}

// few is the value of a metric below which a country is not told. The hits of playtime are not counted: this many seconds are
// at least as many hits.
func few(metric string) int64 {
	if metric == playtime {
		return fewHits * longestPlay
	}
	return fewHits
}

// folded adds up the countries with less than a value. Where their sum is small too, it is told as unknown.
func folded(groups []Group, least int64) []Group {
	kept, rest := []Group{}, Group{Key: otherCountries, Name: otherCountries}
	for _, g := range groups {
		if g.Key != "" && g.Value < least {
			rest.Value, rest.Before = rest.Value+g.Value, rest.Before+g.Before
			continue
		}
		if g.Before < least && g.Key != "" {
			g.Before = 0
		}
		kept = append(kept, g)
	}
	if rest.Value > 0 || rest.Before > 0 {
		kept = append(kept, rest)
	}
	slices.SortStableFunc(kept, func(a, b Group) int { return cmp.Compare(b.Value, a.Value) })
	return kept
}

func readReleases(ctx context.Context, tx pgx.Tx, a asked, out *Overview) error {
	if a.site() {
		return nil
	}
	rows, err := tx.Query(ctx, releases, a.ids, a.from, a.to, a.zone.String())
	if err != nil {
		return err
	}
	out.Releases, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Release])
	return err
}
