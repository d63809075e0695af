// Package collection answers what people keep: collections, and who follows what.
package collection

import (
	"net/http"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// Routes are the query routes of this package.
type Routes struct {
	source   *view.Source
	profiles account.Profiles
	projects *project.Routes
}

// New makes the routes over a source; profiles finds accounts by their names, projects renders what they follow.
func New(s *view.Source, profiles account.Profiles, projects *project.Routes) *Routes {
	return &Routes{source: s, profiles: profiles, projects: projects}
}

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	fresh := func(h httpkit.Handler) httpkit.Handler { return s.source.Fresh(h, projected.Name) }
	limit := httpkit.QueryParam("limit", "integer", "数量，默认与最多 1000")
	offset := httpkit.QueryParam("offset", "integer", "跳过的数量")
	d.Get("/v3/collection/{id}", "按 ID 查询收藏夹", view.Answers[Answer](d, "收藏夹"), fresh(s.collection))
	d.Get("/v3/collections", "批量查询收藏夹", view.Answers[[]Answer](d, "收藏夹列表"), fresh(s.collections),
		httpkit.QueryParam("ids", "string", "收藏夹 ID 的 JSON 数组"))
	d.Get("/v3/user/{id}/collections", "用户的收藏夹：他人只能看到公开的", view.Answers[[]Answer](d, "收藏夹列表"), fresh(s.ofUser))
	d.Get("/v2/user/{id}/follows", "用户关注的资源，最近关注的在前：仅本人与管理人员可见", view.Answers[[]project.ProjectAnswer](d, "资源列表"), fresh(s.follows(false)), limit, offset)
	d.Get("/v3/user/{id}/follows", "用户关注的资源，最近关注的在前：仅本人与管理人员可见", view.Answers[[]project.ProjectV3Answer](d, "资源列表"), fresh(s.follows(true)), limit, offset)
	d.Get("/_internal/library", "当前用户关注与收藏了什么", view.Answers[Library](d, "关注与收藏"), fresh(s.library))
	d.Get("/_internal/collection/{id}", "收藏夹页面的数据；ID 为 following 时是当前用户关注的资源", view.Answers[Page](d, "收藏夹"), fresh(s.page))
}

// reader is who reads collections: nobody's own where the token may not read them.
type reader struct {
	account string
	staff   bool
}

func collectionsReader(r *http.Request) reader {
	c := identity.FromContext(r.Context())
	if !c.Can(identity.ScopeCollectionRead) {
		return reader{}
	}
	return reader{account: c.Account, staff: c.Staff()}
}
