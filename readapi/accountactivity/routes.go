// Package accountactivity answers what the caller's own account did, by which key and on which thing.
package accountactivity

import (
	"context"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/accountactivity"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// Keys describes the keys of an account.
type Keys interface {
	Keys(ctx context.Context, account string, ids []string) (map[string]identity.Key, error)
}

// Topic is the live topic of what the caller's own account did, by all its keys.
func Topic() live.Owned {
	return live.Owned{
		Topic: "sessions", Shows: "自己的账户做过什么", Scope: identity.ScopeSessionRead,
		Model: projected.Name, Table: "account_activity.deeds", Account: "actor", All: func(identity.Caller) bool { return false },
	}
}

// Routes are the query routes of this package.
type Routes struct {
	source   *view.Source
	projects *project.Routes
	keys     Keys
}

// New makes the routes.
func New(source *view.Source, projects *project.Routes, keys Keys) *Routes {
	return &Routes{source: source, projects: projects, keys: keys}
}

// Register mounts every route. They are for sessions: a token must not show what other keys do.
func (s *Routes) Register(api *httpkit.API) {
	route := func(path, summary string) view.Route {
		return view.Route{Path: path, Summary: summary, Scope: identity.ScopeSessionRead, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, route("GET /v3/account/activity", "自己的账户做过什么"), s.list)
	export := route("GET /v3/account/activity/export", "导出自己的账户做过什么")
	export.Responses = view.ExportResponses()
	view.Stored[string](api, s.source, export, s.export)
}
