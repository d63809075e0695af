// Package report answers reports, their outcomes and their conversations. Only the reporter and staff can read a
// report; to others it does not exist.
package report

import (
	"context"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/readapi/view"
)

// Profiles reads public profiles; identity.Service does.
type Profiles interface {
	Profiles(ctx context.Context, ids []string) (map[string]identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	source   *view.Source
	profiles Profiles
	subjects []Subject
}

// New makes the routes over a source; profiles finds accounts by their ids, subjects are what may be reported.
func New(s *view.Source, profiles Profiles, subjects ...Subject) *Routes {
	return &Routes{source: s, profiles: profiles, subjects: subjects}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	at := func(path, summary, answer string, scope identity.Scopes) view.Route {
		return view.Route{Path: "GET " + path, Summary: summary, Answer: answer, Scope: scope, Fresh: []string{projected.Name}}
	}
	both := func(path, summary, answer string, scope identity.Scopes) view.Route {
		route := at(path, summary, answer, scope)
		route.Under = []string{"/v2", "/v3"}
		return route
	}
	const reports, threads = identity.ScopeReportRead, identity.ScopeThreadRead
	view.Query(api, s.source, both("/report", "自己提交的举报；管理人员可用 all=true 查询全部未关闭的举报", "举报列表", reports), s.list)
	view.Query(api, s.source, both("/reports", "批量查询举报", "举报列表", reports), s.many)
	view.Query(api, s.source, both("/report/{id}", "按 ID 查询举报", "举报", reports), s.one)
	view.Query(api, s.source, both("/thread/{id}", "按 ID 查询会话", "会话", threads), s.thread)
	view.Query(api, s.source, both("/threads", "批量查询会话", "会话列表", threads), s.threads)
	view.Query(api, s.source, at("/_internal/thread/{id}", "会话页面的数据", "会话与未读数", threads), s.talk)
	view.Query(api, s.source, at("/_internal/thread/{id}/unread", "会话的未读消息数", "未读数", threads), s.unread)
	view.Query(api, s.source, at("/_internal/reports", "举报列表页面的数据", "举报列表", reports), s.rows)
	view.Query(api, s.source, at("/_internal/report/{id}", "举报页面的数据", "举报及其会话", reports|threads), s.page)
	reportable := at("/_internal/reportable", "查找要举报的对象", "对象", identity.ScopeReportCreate)
	for _, subject := range s.subjects {
		if subject.Fresh != "" {
			reportable.Fresh = append(reportable.Fresh, subject.Fresh)
		}
	}
	view.Query(api, s.source, reportable, s.reportable)
}
