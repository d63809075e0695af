// Package notification answers what an account is told.
package notification

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/readapi/view"
)

// Profiles finds accounts by name; identity.Service does.
type Profiles interface {
	ByUsername(ctx context.Context, nameOrID string) (identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	source   *view.Source
	profiles Profiles
}

// New makes the routes over a source.
func New(s *view.Source, p Profiles) *Routes { return &Routes{source: s, profiles: p} }

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	ids := httpkit.QueryParam("ids", "string", "通知 ID 的 JSON 数组")
	for _, prefix := range []string{"/v2", "/v3"} {
		d.Get(prefix+"/user/{id}/notifications", "本人的通知，最新在前", view.Answers[[]Answer](d, "通知列表"), s.fresh(s.list))
		d.Get(prefix+"/notifications", "批量查询本人的通知", view.Answers[[]Answer](d, "通知列表"), s.fresh(s.many), ids)
		d.Get(prefix+"/notification/{id}", "按 ID 查询本人的通知", view.Answers[Answer](d, "通知"), s.fresh(s.one))
	}
	d.Get("/_internal/notifications", "通知页面的数据", view.Answers[Page](d, "通知"), s.fresh(s.page),
		httpkit.QueryParam("unread", "boolean", "true：只要未读；false：只要已读；省略：全部"),
		httpkit.QueryParam("type", "string", "类型，可重复"),
		httpkit.QueryParam("limit", "integer", "数量，默认 20，最多 100"),
		httpkit.QueryParam("before", "integer", "只要位置在此之前的"))
}

func (s *Routes) fresh(h httpkit.Handler) httpkit.Handler {
	return s.source.Fresh(h, notification.Name)
}

// viewer is the account whose inbox is read. A token that may read notifications may read what they name.
func (s *Routes) viewer(r *http.Request) view.Viewer {
	c := identity.FromContext(r.Context())
	return view.Viewer{Account: c.Account, Staff: c.Staff()}
}
