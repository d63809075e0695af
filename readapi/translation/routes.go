// Package translation answers the links between versions of language packs and the versions that they translate: to those
// who ask for them, to those who decide about them, and to the staff.
package translation

import (
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/translation"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// Moves are the projects that links move: the pages of both sides show them.
func Moves() live.Moves { return project.Moves(projected.Name, "translation.moves") }

// Routes are the query routes of this package.
type Routes struct{ source *view.Source }

// New makes the routes over a source.
func New(s *view.Source) *Routes { return &Routes{source: s} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	route := func(path, summary string, under ...string) view.Route {
		return view.Route{Path: path, Under: under, Summary: summary, Scope: identity.ScopeVersionRead, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, route("GET /project/{id}/translation_links", "对资源的版本的汉化", "/v2", "/v3"), s.ofProject)
	view.Query(api, s.source, route("GET /moderation/translation-links", "全站的汉化，仅管理人员", "/v2"), s.all)
	view.Query(api, s.source, route("GET /_internal/project/{id}/translations", "汉化审核页面的数据"), s.page)
	view.Query(api, s.source, route("GET /_internal/moderation/translations", "汉化审核：全站"), s.staffPage)
}
