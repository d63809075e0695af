package review

import (
	"context"
	"net/http"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/projections/report"
	projected "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/projections/translation"
	"github.com/modyard/modyard/readapi/transparency"
	"github.com/modyard/modyard/readapi/view"
)

// Options are the dependencies of the routes.
type Options struct {
	Source *view.Source
	AsOf   *asof.Reader
	// Points are the items of the moderators' checklist, by id.
	Points map[string]contract.DecisionPoint
	// Visitors counts the queries of callers from outside about the past; Key says who asks.
	Visitors *httpkit.Allowance
	Key      func(*http.Request) string
	// Figures are those of the moderation.
	Figures *transparency.Figures
}

// Routes are the query routes of this package.
type Routes struct {
	Options
	source *view.Source
	now    func() time.Time
}

// New makes the routes.
func New(o Options) *Routes { return &Routes{Options: o, source: o.Source, now: time.Now} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	fresh := []string{projected.Name}
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/history", Summary: "资源的审核记录", Fresh: []string{projected.Name, report.Name}}, s.history)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/moderation/projects", Summary: "审核队列", Fresh: []string{projected.Name, report.Name}}, s.queue)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/moderation/projects/ids", Summary: "审核队列中全部资源的 ID", Fresh: []string{projected.Name, report.Name}}, s.queueIDs)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/moderation/undo", Summary: "等待确认的撤销提议", Fresh: fresh}, s.proposals)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/steps", Summary: "资源的历史", Before: s.keyed}, s.steps)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/as_of/{position}", Summary: "资源当时的样子", Before: s.keyed}, s.asOf)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/changes", Summary: "资源在两个时刻之间的改动", Before: s.keyed}, s.changes)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/moderation/overview", Summary: "审核总览", Scope: identity.ScopeProjectRead,
		Fresh: []string{projected.Name, report.Name, claim.Name, audit.Name, translation.Name},
	}, s.overview)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/moderation/work", Summary: "审核人员的决定与数据", Scope: identity.ScopeProjectRead, Fresh: fresh,
	}, s.work)
}

// staff refuses other callers.
func staff(ctx context.Context) error {
	if !view.Caller(ctx).Staff {
		return httpkit.Forbidden("只有审核人员可以查看")
	}
	return nil
}
