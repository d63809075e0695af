package family

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/readapi/view"
)

// Limits are how many things of a kind one account may own. Zero means that there is no limit.
type Limits struct{ Projects, Organizations, Collections int }

// Limit is how many things of a kind the account owns, and how many it may own.
type Limit struct {
	Current int64 `json:"current"`
	Max     int64 `json:"max"`
}

// unlimited is the largest integer that every reader of JSON keeps exactly.
const unlimited = 1<<53 - 1

const (
	ownedProjects      = `select count(*) from catalog.members t where t.account = $1 and t.owner`
	ownedOrganizations = `select count(*) from catalog.organization_members m where m.account = $1 and m.owner`
	ownedCollections   = `select count(*) from collection.collections c where c.owner = $1`
)

func (s *Routes) mountLimits(api *httpkit.API) {
	for _, kind := range []struct {
		path, summary string
		scope         identity.Scopes
		most          int
		query         string
		fresh         []string
	}{
		{"projects", "自己的资源的数量与上限", identity.ScopeProjectRead, s.Limits.Projects, ownedProjects, nil},
		{"organizations", "自己的团队的数量与上限", identity.ScopeOrganizationRead, s.Limits.Organizations, ownedOrganizations, nil},
		{"collections", "自己的收藏夹的数量与上限", identity.ScopeCollectionRead, s.Limits.Collections, ownedCollections, []string{projected.Name}},
	} {
		view.Query(api, s.source, view.Route{Path: "GET /v3/limits/" + kind.path, Summary: kind.summary, Answer: "数量与上限；没有上限时 max 为 9007199254740991", Scope: kind.scope, Fresh: kind.fresh},
			func(ctx context.Context, _ *struct{}) (Limit, error) {
				c := identity.FromContext(ctx)
				limit := Limit{Max: int64(kind.most)}
				if kind.most == 0 || c.Role == identity.RoleAdmin {
					limit.Max = unlimited
				}
				if err := s.source.Pool.QueryRow(ctx, kind.query, c.Account).Scan(&limit.Current); err != nil {
					return limit, fmt.Errorf("count own %s: %w", kind.path, err)
				}
				return limit, nil
			})
	}
}
