// Package retention answers what the store of files holds: for a project's files, also removed ones, to the staff, and
// for the pictures in texts to the account that has uploaded them.
package retention

import (
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/retention"
	"github.com/modyard/modyard/readapi/view"
)

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	url    func(key string) string
}

// New makes the routes over a source; url makes the addresses of stored files.
func New(s *view.Source, url func(key string) string) *Routes { return &Routes{s, url} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	fresh := []string{projected.Name}
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/project/{id}/stored", Summary: "资源存储过的文件，含已移除的，仅限管理人员", Scope: identity.ScopeProjectRead, Fresh: fresh,
	}, s.stored)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/images", Summary: "自己上传的正文图片", Scope: identity.ScopeUserRead, Fresh: fresh}, s.images)
}
