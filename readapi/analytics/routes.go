// Package analytics answers how often projects were downloaded, viewed and played, and how many follow them: over time, by what
// they were downloaded with, and beside the time before. Only who may see the analytics of a project sees it.
package analytics

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	day = 24 * time.Hour
	// maxDays bounds a range, defaultDays is the range without one.
	maxDays, defaultDays = 400, 30
	maxHourlyDays        = 14
	maxProjects          = 1000
	// readersZone is the time zone of the site's readers, for callers that name none.
	readersZone = "Asia/Shanghai"
)

// Routes are the query routes of this package.
type Routes struct {
	source    *view.Source
	hits      Hits
	documents Documents
	now       func() time.Time
}

// Documents are the v3 documents of projects by id, without those that the viewer may not see; readapi/project has them.
type Documents func(ctx context.Context, v view.Viewer, ids []string) (map[string]json.RawMessage, error)

// New makes the routes over a source, the log of hits and the documents of projects. A nil clock is the time of day.
func New(s *view.Source, hits Hits, documents Documents, clock func() time.Time) *Routes {
	if clock == nil {
		clock = time.Now
	}
	return &Routes{source: s, hits: hits, documents: documents, now: clock}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) error {
	for _, m := range []struct{ metric, name string }{{downloads, "下载量"}, {views, "浏览量"}, {playtime, "游玩时长（秒）"}} {
		view.Query(api, s.source, view.Route{
			Path: "GET /v3/analytics/" + m.metric, Summary: m.name + "：按项目和时段", Answer: "每个项目的时段（Unix 秒）与" + m.name, Scope: identity.ScopeAnalytics,
		}, func(ctx context.Context, in *SeriesIn) (map[string]map[string]int64, error) {
			return s.series(ctx, m.metric, in)
		})
		if m.metric == playtime {
			continue
		}
		view.Query(api, s.source, view.Route{
			Path: "GET /v3/analytics/countries/" + m.metric, Summary: m.name + "：按项目和国家或地区", Answer: "每个项目的国家或地区（两个字母，XX 为不足 50 次的合计，空为未知）与" + m.name,
			Scope: identity.ScopeAnalytics,
		}, func(ctx context.Context, in *SeriesIn) (map[string]map[string]int64, error) {
			return s.countries(ctx, m.metric, in)
		})
	}
	view.Stored[map[string]map[string]contract.Money](api, s.source, view.Route{
		Path: "GET /v3/analytics/revenue", Summary: "收益：按项目和时段，按天（UTC）", Fresh: []string{revenue},
		Answer: "每个项目的时段（Unix 秒）与收益；响应头 Estimated-From 为尚未结算的第一个时段，从它起可能是估算", Scope: identity.ScopePayoutsRead,
	}, s.revenueSeries)
	view.Stored[Sliced[contract.ProjectV3Answer]](api, s.source, view.Route{
		Path: "POST /v3/analytics", Summary: "浏览、下载与游玩时长：按时段，并按任意几项分组",
		Answer: "每个时段的数据，以及它们提到的项目和这段时间的发布与状态变化", Scope: identity.ScopeAnalytics, MaxBody: maxQuestion, Fresh: []string{revenue},
	}, s.answer)
	view.Query(api, s.source, view.Route{
		Path: "POST /v3/analytics/facets", Summary: "数据分组的取值：请求与 POST /v3/analytics 相同", Answer: "每项数据各种分组已有的取值，与 return_metrics 无关",
		Scope: identity.ScopeAnalytics, MaxBody: maxQuestion,
	}, s.facets)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/analytics", Summary: "数据分析：一项数据随时间的变化，与上一时段比较", Scope: identity.ScopeAnalytics, Fresh: []string{"analytics"},
	}, s.overview)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/analytics/trends", Summary: "近 14 天与今天的每日下载，按项目", Answer: "项目 ID 到每日下载，今天在最后", Scope: identity.ScopeAnalytics,
	}, s.trends)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/project/{id}/trend", Summary: "项目近 30 天与今天的下载", Answer: "每天的下载与发布的版本；没有下载时为空",
	}, s.trend)
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
