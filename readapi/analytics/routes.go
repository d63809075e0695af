// Package analytics answers how often projects were downloaded: by day, by what it was downloaded with, and beside the time
// before. Only who may see the analytics of a project sees it.
package analytics

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	day = 24 * time.Hour
	// maxDays bounds a range, defaultDays is the range without one.
	maxDays, defaultDays = 400, 30
	maxProjects          = 1000
	// readersZone is the time zone of the site's readers, for callers that name none.
	readersZone = "Asia/Shanghai"
)

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	hits   Hits
	now    func() time.Time
}

// New makes the routes over a source and the log of hits. A nil clock is the time of day.
func New(s *view.Source, hits Hits, clock func() time.Time) *Routes {
	if clock == nil {
		clock = time.Now
	}
	return &Routes{source: s, hits: hits, now: clock}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) error {
	view.Query(api, s.source, view.Route{
		Path: "GET /v3/analytics/downloads", Summary: "下载量：按项目和时段", Answer: "每个项目的时段（Unix 秒）与下载量", Scope: identity.ScopeAnalytics,
	}, s.series)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/analytics/downloads", Summary: "下载分析：按天，与上一时段比较", Scope: identity.ScopeAnalytics,
	}, s.downloads)
	return s.registerEvents(api)
}

// permitted are the projects whose analytics the viewer may see, in a list or of an organization or, without either, all of
// theirs: the viewer is of the staff, or has the permission VIEW_ANALYTICS (bit 8) in the project or in its organization. $3
// is the list, or null, $5 the organization, or empty.
const permitted = `
select p.id from catalog.projects p
where ($3::text[] is null or p.id = any($3)) and ($5 = '' or p.organization = $5)
and ($1::boolean and ($3::text[] is not null or $5 <> '')
  or exists (select from catalog.members m where m.project = p.id and m.account = $2 and m.accepted and (m.owner or m.permissions & 256 <> 0))
  or exists (select from catalog.organization_members o where o.organization = p.organization and p.organization <> '' and o.account = $2 and o.accepted
    and (o.owner or o.permissions & 256 <> 0)))
order by p.id limit $4`

// projects are those of a request. Of a list, those that the viewer may not see are left out.
func (s *Routes) projects(ctx context.Context, wanted []string, organization string) ([]string, error) {
	return s.permittedProjects(ctx, view.Caller(ctx), wanted, organization, maxProjects)
}

func (s *Routes) permittedProjects(ctx context.Context, v view.Viewer, wanted []string, organization string, limit int) ([]string, error) {
	return view.Rows(ctx, s.source, "projects with analytics", pgx.RowTo[string], permitted, v.Staff, v.Account, wanted, limit, organization)
}

// SeriesIn requests the downloads of projects by time.
type SeriesIn struct {
	Projects   httpkit.List `query:"project_ids" doc:"项目 ID 的 JSON 数组；默认为自己有权查看数据的全部项目"`
	Start      string       `query:"start_date" doc:"开始时间（RFC 3339）；默认为结束前 30 天"`
	End        string       `query:"end_date" doc:"结束时间（RFC 3339）；默认为现在"`
	Resolution string       `query:"resolution_minutes" doc:"时段的分钟数，60 到 525600；默认 1440"`
}

const bySlice = `
select project, (floor(extract(epoch from hour) / $4)::bigint * $4::bigint) as slice, sum(downloads)::bigint
from download.hours where project = any($1) and hour >= $2 and hour < $3 group by 1, 2`

// series is GET /v3/analytics/downloads, as programs of this API family know it.
func (s *Routes) series(ctx context.Context, in *SeriesIn) (map[string]map[string]int64, error) {
	end, err := instant("end_date", in.End, s.now())
	if err != nil {
		return nil, err
	}
	start, err := instant("start_date", in.Start, end.AddDate(0, 0, -defaultDays))
	if err != nil {
		return nil, err
	}
	minutes := 1440
	if in.Resolution != "" {
		if minutes, err = strconv.Atoi(in.Resolution); err != nil || minutes < 60 || minutes > 525_600 {
			return nil, httpkit.Invalid("resolution_minutes", "参数 resolution_minutes 应为 60 到 525600 的整数")
		}
	}
	if end.Sub(start) > maxDays*day || end.Before(start) || end.Sub(start) > 10_000*time.Duration(minutes)*time.Minute {
		return nil, httpkit.Invalid("start_date", "时间范围最多 400 天，且不超过 10000 个时段")
	}
	ids, err := s.projects(ctx, in.Projects.Items, "")
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]int64{}
	for _, id := range ids {
		out[id] = map[string]int64{}
	}
	rows, err := s.source.Pool.Query(ctx, bySlice, ids, start, end, minutes*60)
	if err != nil {
		return nil, fmt.Errorf("read downloads by time: %w", err)
	}
	var id string
	var slice, n int64
	if _, err = pgx.ForEachRow(rows, []any{&id, &slice, &n}, func() error {
		out[id][strconv.FormatInt(slice, 10)] = n
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read downloads by time: %w", err)
	}
	return out, nil
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
