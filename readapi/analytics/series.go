package analytics

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

const minutesOfDay = 24 * 60

// SeriesIn requests a metric of projects by time.
type SeriesIn struct {
	Projects   httpkit.List `query:"project_ids" doc:"项目 ID 的 JSON 数组；默认为自己有权查看数据的全部项目"`
	Start      string       `query:"start_date" doc:"开始时间（RFC 3339）；默认为结束前 30 天"`
	End        string       `query:"end_date" doc:"结束时间（RFC 3339）；默认为现在"`
	Resolution string       `query:"resolution_minutes" doc:"时段的分钟数，60 到 525600；默认 1440"`
}

// series is a metric by time, as programs of this API family know it.
func (s *Routes) series(ctx context.Context, metric string, in *SeriesIn) (map[string]map[string]int64, error) {
	start, end, minutes, err := s.slicing(in)
	if err != nil {
		return nil, err
	}
	ids, err := s.projects(ctx, in.Projects.Items, "")
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]int64{}
	for _, id := range ids {
		out[id] = map[string]int64{}
	}
	first, after := wholeDays(start, end, minutes)
	rows, err := s.source.Pool.Query(ctx, seriesOf(column(metric)), ids, start, end, first, after, minutes*60)
	if err != nil {
		return nil, fmt.Errorf("read analytics by time: %w", err)
	}
	var id string
	var slice, n int64
	if _, err = pgx.ForEachRow(rows, []any{&id, &slice, &n}, func() error {
		out[id][strconv.FormatInt(slice, 10)] = n
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read analytics by time: %w", err)
	}
	return out, nil
}

// seriesOf adds up a column by slices of $6 seconds. The hours from $2 to $3 are those of the days from $4 to $5, which are added up already, and
// those before and after them.
func seriesOf(column string) string {
	hours := `select project, hour, sum(` + column + `) from download.hours where project = any($1) and hour >= $%d and hour < $%d and ` + column + ` > 0 group by 1, 2`
	return `select g.project, (floor(extract(epoch from g.time) / $6)::bigint * $6::bigint) as slice, sum(g.value)::bigint from (
  ` + fmt.Sprintf(hours, 2, 4) + `
  union all select project, day, ` + column + ` from download.days where project = any($1) and day >= $4 and day < $5 and ` + column + ` > 0
  union all ` + fmt.Sprintf(hours, 5, 3) + `) g (project, time, value)
group by 1, 2`
}

// wholeDays are the days (UTC) of a range that no slice divides: from the beginning of the first to the end of the last. Both are the end of the
// range where there are none.
func wholeDays(start, end time.Time, minutes int) (first, after time.Time) {
	first, after = next(start, day), end.UTC().Truncate(day)
	if minutes%minutesOfDay != 0 || !first.Before(after) {
		return end, end
	}
	return first, after
}

// slicing is the range of a request and the minutes of its slices.
func (s *Routes) slicing(in *SeriesIn) (start, end time.Time, minutes int, err error) {
	if start, end, err = s.instants(in); err != nil {
		return start, end, 0, err
	}
	minutes = minutesOfDay
	if in.Resolution != "" {
		if minutes, err = strconv.Atoi(in.Resolution); err != nil || minutes < 60 || minutes > 525_600 {
			return start, end, 0, httpkit.Invalid("resolution_minutes", "参数 resolution_minutes 应为 60 到 525600 的整数")
		}
	}
	if end.Sub(start) > 10_000*time.Duration(minutes)*time.Minute {
		return start, end, 0, httpkit.Invalid("start_date", "时间范围不超过 10000 个时段")
	}
	return start, end, minutes, nil
}

// countries is a metric by country.
func (s *Routes) countries(ctx context.Context, metric string, in *SeriesIn) (map[string]map[string]int64, error) {
	start, end, err := s.instants(in)
	if err != nil {
		return nil, err
	}
	ids, err := s.projects(ctx, in.Projects.Items, "")
	if err != nil {
		return nil, err
	}
	value := column(metric)
	rows, err := s.source.Pool.Query(ctx, `select project, country, sum(`+value+`)::bigint
from download.hours where project = any($1) and hour >= $2 and hour < $3 and `+value+` > 0 group by 1, 2`, ids, start, end)
	if err != nil {
		return nil, fmt.Errorf("read analytics by country: %w", err)
	}
	groups := map[string][]Group{}
	var id string
	var g Group
	if _, err = pgx.ForEachRow(rows, []any{&id, &g.Key, &g.Value}, func() error {
		groups[id] = append(groups[id], g)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read analytics by country: %w", err)
	}
	out := map[string]map[string]int64{}
	for _, id := range ids {
		out[id] = map[string]int64{}
		for _, g := range folded(groups[id], few(metric)) {
			out[id][g.Key] = g.Value
		}
	}
	return out, nil
}

// instants is the range of a request.
func (s *Routes) instants(in *SeriesIn) (start, end time.Time, err error) {
	if end, err = instant("end_date", in.End, s.now()); err != nil {
		return start, end, err
	}
	if start, err = instant("start_date", in.Start, end.AddDate(0, 0, -defaultDays)); err != nil {
		return start, end, err
	}
	if end.Before(start) {
		return start, end, httpkit.Invalid("start_date", "参数 start_date 不应在 end_date 之后")
	}
	if end.Sub(start) > maxDays*day {
		return start, end, httpkit.Invalid("start_date", "时间范围最多 400 天")
	}
	return start, end, nil
}

func instant(name, text string, otherwise time.Time) (time.Time, error) {
	if text == "" {
		return otherwise, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, httpkit.Invalid(name, "参数 "+name+" 应为 RFC 3339 时间，例如 2026-01-31T00:00:00Z")
	}
	return t, nil
}
