// Package collection answers collections and follows.
package collection

import (
	"context"

	"github.com/modyard/modyard/contract"
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

// New makes the routes over a source; profiles finds accounts by name, projects renders followed projects.
func New(s *view.Source, profiles account.Profiles, projects *project.Routes) *Routes {
	return &Routes{source: s, profiles: profiles, projects: projects}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	at := func(path, summary string, scope identity.Scopes) view.Route {
		return view.Route{Path: path, Summary: summary, Scope: scope, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, at("GET /v3/collection/{id}", "按 ID 查询收藏夹", 0), s.collection)
	view.Query(api, s.source, at("GET /v3/collections", "批量查询收藏夹", 0), s.collections)
	view.Query(api, s.source, at("GET /v3/user/{id}/collections", "用户的收藏夹：他人只能看到公开的", 0), s.ofUser)
	const follows = "用户关注的资源，最近关注的在前：仅本人与管理人员可见"
	view.Stored[[]contract.ProjectAnswer](api, s.source, at("GET /v2/user/{id}/follows", follows, identity.ScopeUserRead), s.follows(false))
	view.Stored[[]contract.ProjectV3Answer](api, s.source, at("GET /v3/user/{id}/follows", follows, identity.ScopeUserRead), s.follows(true))
	view.Query(api, s.source, at("GET /_internal/library", "当前用户关注与收藏了什么", identity.ScopeUserRead|identity.ScopeCollectionRead), s.library)
	view.Stored[contract.CollectionPage](api, s.source, at("GET /_internal/collection/{id}", "收藏夹页面的数据；ID 为 following 时是当前用户关注的资源", 0), s.page)
}

// collectionsReader is the viewer of collections: anonymous where the token lacks the scope.
func collectionsReader(ctx context.Context) view.Viewer {
	return view.As(ctx, identity.ScopeCollectionRead)
}
