// Package audit answers the audit of the site to the staff: pages of entries, a whole selection as a file, and the
// event of an entry with its proof.
package audit

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/readapi/view"
)

// Options are the dependencies of the routes.
type Options struct {
	Source *view.Source
	Log    read.Log
	// Codes are the codes of reasons.
	Codes []string
	// Prove makes the proof of an event by its id. Its error is ErrUnsealed where no checkpoint covers the event yet.
	Prove func(ctx context.Context, id string) (contract.LogProof, error)
}

// Routes are the query routes of this package.
type Routes struct {
	Options
	source *view.Source
}

// New makes the routes.
func New(o Options) *Routes { return &Routes{Options: o, source: o.Source} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	route := func(path, summary string) view.Route {
		return view.Route{Path: path, Summary: summary, Scope: identity.ScopeProjectRead, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, route("GET /_internal/moderation/audit", "审计：全站的决定与修改"), s.list)
	export := route("GET /_internal/moderation/audit/export", "导出审计记录")
	export.Responses = view.ExportResponses()
	view.Stored[string](api, s.source, export, s.export)
	view.Query(api, s.source, route("GET /_internal/moderation/audit/{position}", "审计记录的事件"), s.event)
	view.Query(api, s.source, route("GET /_internal/moderation/audit/{position}/proof", "审计记录在透明日志中的证明"), s.proof)
}

// staff refuses other callers.
func staff(ctx context.Context) error {
	if !view.Caller(ctx).Staff {
		return httpkit.Forbidden("只有管理人员可以查看审计")
	}
	return nil
}
