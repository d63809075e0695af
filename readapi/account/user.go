// Package account answers queries about public profiles.
package account

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projectedreport "github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// Profiles reads public profiles; identity.Service implements it.
type Profiles interface {
	Profiles(ctx context.Context, ids []string) (map[string]identity.Profile, error)
	ByUsername(ctx context.Context, nameOrID string) (identity.Profile, error)
	FindByName(ctx context.Context, text string) ([]identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	source        *view.Source
	profiles      Profiles
	projects      *project.Routes
	organizations *organization.Reader
}

// New makes the routes over a source; projects lists the projects of an account.
func New(s *view.Source, p Profiles, projects *project.Routes) *Routes {
	return &Routes{source: s, profiles: p, projects: projects, organizations: organization.NewReader(s)}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	both := []string{"/v2", "/v3"}
	view.Query(api, s.source, view.Route{Path: "GET /user/{id}", Under: both, Summary: "按 ID 或用户名查询用户"}, s.user)
	view.Query(api, s.source, view.Route{Path: "GET /users", Under: both, Summary: "批量查询用户"}, s.users)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/user/{id}/page", Summary: "用户页面的数据"}, s.page)
	view.Stored[contract.SearchPage[project.Row]](api, s.source, view.Route{Path: "GET /_internal/user/{id}/projects", Summary: "用户页面的资源列表"}, s.rows)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/user/{id}/titles", Summary: "用户参与的资源的中文名，按 ID，没有中文名的不列出"}, s.titles)
	view.Stored[[]contract.ProjectAnswer](api, s.source, view.Route{Path: "GET /v2/user/{id}/projects", Summary: "用户参与的资源"}, s.userProjects(false))
	view.Stored[[]contract.ProjectV3Answer](api, s.source, view.Route{Path: "GET /v3/user/{id}/projects", Summary: "用户参与的资源"}, s.userProjects(true))
	view.Stored[project.AllProjects](api, s.source, view.Route{Path: "GET /v3/user/{id}/all-projects", Summary: "用户参与的资源，以及所在团队的资源"}, s.allProjects)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/moderation/accounts", Summary: "账户列表，仅管理人员", Scope: identity.ScopeUserRead}, s.staffUsers)
	view.Query(api, s.source, view.Route{
		Path: "GET /_internal/moderation/account/{id}", Summary: "账户的会话、访问令牌、封禁与举报，仅管理人员", Scope: identity.ScopeUserRead, Fresh: []string{projectedreport.Name},
	}, s.staffUser)
	view.Query(api, nil, view.Route{Path: "GET /v3/users/search", Summary: "按用户名查找用户，最多 20 个"}, s.find)
}

func (s *Routes) user(ctx context.Context, in *view.ByID) (contract.UserAnswer, error) {
	p, err := s.profiles.ByUsername(ctx, string(in.ID))
	return p.Public().Answer(), err
}

func (s *Routes) users(ctx context.Context, in *view.ByIDs) ([]contract.UserAnswer, error) {
	profiles, err := s.profiles.Profiles(ctx, in.IDs.Items)
	if err != nil {
		return nil, err
	}
	out := []contract.UserAnswer{}
	for _, id := range in.IDs.Items {
		if p, ok := profiles[id]; ok {
			out = append(out, p.Public().Answer())
			delete(profiles, id)
		}
	}
	return out, nil
}

func (s *Routes) userProjects(v3 bool) func(context.Context, *view.ByID) (view.Answer, error) {
	return func(ctx context.Context, in *view.ByID) (view.Answer, error) {
		p, err := s.profiles.ByUsername(ctx, string(in.ID))
		if err != nil {
			return nil, err
		}
		return s.projects.OfAccount(ctx, view.Projects(ctx), p.ID, v3)
	}
}

func (s *Routes) titles(ctx context.Context, in *view.ByID) (map[string]string, error) {
	p, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	return s.projects.ChineseTitles(ctx, view.Projects(ctx), p.ID)
}
