package organization

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Profiles finds accounts; identity.Service implements it.
type Profiles interface {
	ByUsername(ctx context.Context, nameOrID string) (identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	*Reader
	profiles Profiles
}

// New makes the routes over a source.
func New(s *view.Source, p Profiles) *Routes { return &Routes{Reader: NewReader(s), profiles: p} }

// CheckAnswer is the id of the organization that holds a name.
type CheckAnswer struct {
	ID string `json:"id"`
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	view.Query(api, s.source, view.Route{Path: "GET /v3/organization/{id}", Summary: "按 ID 或 slug 查询团队"}, s.organization)
	view.Query(api, s.source, view.Route{Path: "GET /v3/organizations", Summary: "批量查询团队"}, s.organizations)
	view.Query(api, s.source, view.Route{Path: "GET /v3/organization/{id}/check", Summary: "检查 ID 或 slug 是否已被使用"}, s.check)
	view.Query(api, s.source, view.Route{Path: "GET /v3/organization/{id}/members", Summary: "团队的成员"}, s.members)
	view.Query(api, s.source, view.Route{Path: "GET /v3/user/{id}/organizations", Summary: "用户所在的团队"}, s.ofUser)
}

func (s *Routes) organization(ctx context.Context, in *view.ByID) (contract.OrganizationAnswer, error) {
	return s.One(ctx, view.Organizations(ctx), in.ID)
}

func (s *Routes) members(ctx context.Context, in *view.ByID) ([]contract.MemberV3, error) {
	o, err := s.organization(ctx, in)
	return o.Members, err
}

func (s *Routes) organizations(ctx context.Context, in *view.ByIDs) ([]contract.OrganizationAnswer, error) {
	return s.Many(ctx, view.Organizations(ctx), in.IDs.Items)
}

func (s *Routes) ofUser(ctx context.Context, in *view.ByID) ([]contract.OrganizationAnswer, error) {
	p, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	return s.OfAccount(ctx, view.Organizations(ctx), p.ID)
}

const checkQuery = `select coalesce((select q.id from catalog.organizations q where q.id = $1),
    (select s.organization from catalog.organization_slugs s where s.slug = $2 and s.current))`

// check says whether a name is taken. Former slugs of organizations are free.
func (s *Routes) check(ctx context.Context, in *view.ByID) (CheckAnswer, error) {
	var id *string
	if err := s.source.Pool.QueryRow(ctx, checkQuery, in.ID, in.ID.Lower()).Scan(&id); err != nil {
		return CheckAnswer{}, fmt.Errorf("check name of organization: %w", err)
	}
	if id == nil {
		return CheckAnswer{}, httpkit.NotFound()
	}
	return CheckAnswer{ID: *id}, nil
}
