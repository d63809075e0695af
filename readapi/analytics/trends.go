package analytics

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// sparkDays are the days of a small chart, trendDays those of the chart of a project's page. They are days of UTC, the last
	// is today, which is not over.
	sparkDays, trendDays = 15, 31
)

// TrendsIn requests the last downloads of projects.
type TrendsIn struct {
	Projects httpkit.List `query:"project_ids" doc:"项目 ID 的 JSON 数组；默认为自己有权查看数据的全部项目"`
}

const lastDays = `
select d.project, to_char(d.day at time zone 'UTC', 'YYYY-MM-DD'), d.downloads from download.days d
where d.project = any($1) and d.day > $2 and d.downloads > 0`

// trends are the downloads of the last 14 days and of today, by project. A project without any has no list.
func (s *Routes) trends(ctx context.Context, in *TrendsIn) (map[string][]int64, error) {
	ids, err := s.projects(ctx, in.Projects.Items, "")
	if err != nil {
		return nil, err
	}
	return s.daily(ctx, ids, sparkDays)
}

func (s *Routes) daily(ctx context.Context, ids []string, days int) (map[string][]int64, error) {
	first := s.now().UTC().Truncate(day).AddDate(0, 0, 1-days)
	rows, err := s.source.Pool.Query(ctx, lastDays, ids, first.Add(-time.Second))
	if err != nil {
		return nil, fmt.Errorf("read the last downloads: %w", err)
	}
	order := daysOf(first, days)
	out := map[string][]int64{}
	var id, date string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&id, &date, &n}, func() error {
		if out[id] == nil {
			out[id] = make([]int64, days)
		}
		if at := slices.Index(order, date); at >= 0 {
			out[id][at] = n
		}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read the last downloads: %w", err)
	}
	return out, nil
}

// TrendIn requests the last downloads of a project.
type TrendIn struct {
	Project string `path:"id" doc:"项目的 ID 或短链接"`
}

// TrendDay is a day of the trend of a project.
type TrendDay struct {
	Day       string         `json:"day"`
	Downloads int64          `json:"downloads"`
	Releases  []TrendRelease `json:"releases"`
}

// TrendRelease is a version that was published on a day.
type TrendRelease struct {
	Number  string `json:"number"`
	Channel string `json:"channel" enum:"release,beta,alpha"`
}

const (
	trendProject = `select p.id from catalog.projects p where p.id = ` + view.Found + ` and ` + view.VisibleProject

	trendReleases = `
select to_char(v.published at time zone 'UTC', 'YYYY-MM-DD'), v.number, v.channel from catalog.versions v
where v.project = $1 and v.published > $2 and v.listed order by v.published limit 200`
)

// trend is what everybody sees of the downloads of a project: the last 30 days and today, with what was published. It is empty where
// nothing was downloaded in them.
func (s *Routes) trend(ctx context.Context, in *TrendIn) ([]TrendDay, error) {
	v := view.Projects(ctx)
	found, err := view.Rows(ctx, s.source, "a project", pgx.RowTo[string], trendProject, v.Staff, v.Account, in.Project, strings.ToLower(in.Project))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "项目不存在")
	}
	counts, err := s.daily(ctx, found, trendDays)
	if err != nil || counts[found[0]] == nil {
		return []TrendDay{}, err
	}
	first := s.now().UTC().Truncate(day).AddDate(0, 0, 1-trendDays)
	out := make([]TrendDay, trendDays)
	for i, date := range daysOf(first, trendDays) {
		out[i] = TrendDay{Day: date, Downloads: counts[found[0]][i], Releases: []TrendRelease{}}
	}
	rows, err := s.source.Pool.Query(ctx, trendReleases, found[0], first.Add(-time.Second))
	if err != nil {
		return nil, fmt.Errorf("read releases: %w", err)
	}
	var date string
	var r TrendRelease
	if _, err := pgx.ForEachRow(rows, []any{&date, &r.Number, &r.Channel}, func() error {
		if at := slices.IndexFunc(out, func(d TrendDay) bool { return d.Day == date }); at >= 0 {
			out[at].Releases = append(out[at].Releases, r)
		}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read releases: %w", err)
	}
	return out, nil
}
