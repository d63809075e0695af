// Package report answers what was reported, what became of it, and what was said about it. Who made a report sees it,
// and so does the staff; nobody else learns that it is there.
package report

import (
	"net/http"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/view"
)

// Routes are the query routes of this package.
type Routes struct {
	source   *view.Source
	profiles account.Profiles
}

// New makes the routes over a source; profiles finds accounts by their names.
func New(s *view.Source, profiles account.Profiles) *Routes {
	return &Routes{source: s, profiles: profiles}
}

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	fresh := func(h httpkit.Handler) httpkit.Handler { return s.source.Fresh(h, projected.Name) }
	for _, prefix := range []string{"/v2", "/v3"} {
		d.Get(prefix+"/report", "自己提交的举报；管理人员可用 all=true 查询全部未关闭的举报", view.Answers[[]Answer](d, "举报列表"), fresh(s.list),
			httpkit.QueryParam("count", "integer", "数量，默认 100，最多 1000"), httpkit.QueryParam("offset", "integer", "跳过的数量"),
			httpkit.QueryParam("all", "boolean", "包括他人的举报，仅管理人员"))
		d.Get(prefix+"/reports", "批量查询举报", view.Answers[[]Answer](d, "举报列表"), fresh(s.many), httpkit.QueryParam("ids", "string", "举报 ID 的 JSON 数组"))
		d.Get(prefix+"/report/{id}", "按 ID 查询举报", view.Answers[Answer](d, "举报"), fresh(s.one))
		d.Get(prefix+"/thread/{id}", "按 ID 查询会话", view.Answers[Thread](d, "会话"), fresh(s.thread))
		d.Get(prefix+"/threads", "批量查询会话", view.Answers[[]Thread](d, "会话列表"), fresh(s.threads), httpkit.QueryParam("ids", "string", "会话 ID 的 JSON 数组"))
	}
	d.Get("/_internal/reports", "举报列表页面的数据", view.Answers[List](d, "举报列表"), fresh(s.rows),
		httpkit.QueryParam("scope", "string", "mine 或 all（仅管理人员）"), httpkit.QueryParam("state", "string", "open、closed 或 all"),
		httpkit.QueryParam("type", "string", "举报原因"), httpkit.QueryParam("item_type", "string", "举报对象的类型"),
		httpkit.QueryParam("sort", "string", "oldest 或 newest"),
		httpkit.QueryParam("limit", "integer", "数量，默认 20，最多 100"), httpkit.QueryParam("offset", "integer", "跳过的数量"))
	d.Get("/_internal/report/{id}", "举报页面的数据", view.Answers[Page](d, "举报及其会话"), fresh(s.page))
	d.Get("/_internal/reportable", "查找要举报的对象", view.Answers[Reportable](d, "对象"), fresh(s.reportable),
		httpkit.QueryParam("type", "string", "project、version 或 user"), httpkit.QueryParam("id", "string", "ID、链接末段或用户名"))
}

// reader is who reads reports: nobody where the token may not.
type reader struct {
	account string
	staff   bool
}

// readerOf refuses nobody, and tokens without the scope.
func readerOf(r *http.Request, scope identity.Scopes) (reader, error) {
	c := identity.FromContext(r.Context())
	if err := c.Require(scope); err != nil {
		return reader{}, err
	}
	return reader{account: c.Account, staff: c.Staff()}, nil
}
