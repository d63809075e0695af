// Package notification answers the notifications of an account.
package notification

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/readapi/view"
)

// Profiles finds accounts by name; identity.Service implements it.
type Profiles interface {
	ByUsername(ctx context.Context, nameOrID string) (identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	source   *view.Source
	profiles Profiles
	points   map[string]contract.DecisionPoint
	kinds    []Kind
}

// decisionPoints are the items of the moderators' checklist with some ids.
func (s *Routes) decisionPoints(ids []string) []contract.DecisionPoint {
	out := []contract.DecisionPoint{}
	for _, id := range ids {
		p, ok := s.points[id]
		if !ok { // of a checklist of another release
			p = contract.DecisionPoint{ID: id, Name: id}
		}
		out = append(out, p)
	}
	return out
}

// New makes the routes over a source, for the kinds that areas declare. points are the items of the moderators' checklist, by id.
func New(s *view.Source, p Profiles, points map[string]contract.DecisionPoint, kinds ...Kind) *Routes {
	return &Routes{source: s, profiles: p, points: points, kinds: kinds}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	at := func(path, summary string, under ...string) view.Route {
		return view.Route{Path: path, Under: under, Summary: summary, Scope: identity.ScopeNotificationRead, Fresh: []string{notification.Name}}
	}
	view.Query(api, s.source, at("GET /user/{id}/notifications", "本人的通知，最新在前", "/v2", "/v3"), s.list)
	view.Query(api, s.source, at("GET /notifications", "批量查询本人的通知", "/v2", "/v3"), s.many)
	view.Query(api, s.source, at("GET /notification/{id}", "按 ID 查询本人的通知", "/v2", "/v3"), s.one)
	view.Stored[contract.NotificationPage](api, s.source, at("GET /_internal/notifications", "通知页面的数据"), s.page)
}

// viewer is the account whose inbox is read. A token that may read notifications may read the projects they name.
func viewer(ctx context.Context) view.Viewer { return view.As(ctx, identity.ScopeNotificationRead) }
