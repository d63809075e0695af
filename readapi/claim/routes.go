// Package claim answers claims and their outcomes. Only the claimant and staff can read a claim; to others it does
// not exist.
package claim

import (
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

// Topic is the live topic of changed claims.
func Topic() live.Owned {
	return live.Owned{
		Topic: "claims", Shows: "本人的认领，审核人员为全部", Scope: identity.ScopeProjectRead,
		Model: projected.Name, Table: "claim.claims", Account: "account",
	}
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	token  func(account, project string) string
}

// New makes the routes over a source; token makes the claimants' tokens.
func New(s *view.Source, token func(account, project string) string) *Routes {
	return &Routes{source: s, token: token}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	route := func(path, summary string) view.Route {
		return view.Route{Path: path, Summary: summary, Scope: identity.ScopeProjectRead, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, route("GET /_internal/claims", "认领列表"), s.list)
	view.Query(api, s.source, route("GET /_internal/project/{id}/claim", "认领资源所需的信息"), s.standing)
}
