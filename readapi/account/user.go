// Package account answers queries about the public side of accounts.
package account

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

// Profiles reads public profiles; identity.Service does.
type Profiles interface {
	Profiles(ctx context.Context, ids []string) (map[string]identity.Profile, error)
	ByUsername(ctx context.Context, nameOrID string) (identity.Profile, error)
}

// Routes are the query routes of this package.
type Routes struct {
	source        *view.Source
	profiles      Profiles
	projects      *project.Routes
	organizations *organization.Reader
}

// New makes the routes over a source; projects lists what an account takes part in.
func New(s *view.Source, p Profiles, projects *project.Routes) *Routes {
	return &Routes{source: s, profiles: p, projects: projects, organizations: organization.NewReader(s)}
}

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	for _, prefix := range []string{"/v2", "/v3"} {
		d.Get(prefix+"/user/{id}", "按 ID 或用户名查询用户", view.Answers[document.User](d, "用户"), s.source.Fresh(s.user))
		d.Get(prefix+"/users", "批量查询用户", view.Answers[[]document.User](d, "用户列表"), s.source.Fresh(s.users),
			httpkit.QueryParam("ids", "string", "用户 ID 的 JSON 数组"))
	}
	d.Get("/_internal/user/{id}/page", "用户页面的数据", view.Answers[PageAnswer](d, "用户"), s.source.Fresh(s.page))
	d.Get("/_internal/user/{id}/projects", "用户页面的资源列表", view.Answers[project.RowsAnswer](d, "资源列表"), s.source.Fresh(s.rows), project.RowParams()...)
	d.Get("/v2/user/{id}/projects", "用户参与的资源", view.Answers[[]project.ProjectAnswer](d, "资源列表"), s.source.Fresh(s.userProjects(false)))
	d.Get("/v3/user/{id}/projects", "用户参与的资源", view.Answers[[]project.ProjectV3Answer](d, "资源列表"), s.source.Fresh(s.userProjects(true)))
}

func (s *Routes) user(w http.ResponseWriter, r *http.Request) error {
	p, err := s.named(r)
	if err != nil {
		return err
	}
	return view.Value(w, public(p))
}

func (s *Routes) named(r *http.Request) (identity.Profile, error) {
	name, err := view.Name(r, "id")
	if err != nil {
		return identity.Profile{}, err
	}
	return s.profiles.ByUsername(r.Context(), name)
}

func (s *Routes) users(w http.ResponseWriter, r *http.Request) error {
	ids, err := httpkit.IDs(r, "ids")
	if err != nil {
		return err
	}
	profiles, err := s.profiles.Profiles(r.Context(), ids)
	if err != nil {
		return err
	}
	out := []document.User{}
	for _, id := range ids {
		if p, ok := profiles[id]; ok {
			out = append(out, public(p))
			delete(profiles, id)
		}
	}
	return view.Value(w, out)
}

func (s *Routes) userProjects(v3 bool) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		p, err := s.named(r)
		if err != nil {
			return err
		}
		body, err := s.projects.OfAccount(r.Context(), s.source.Projects(r), p.ID, v3)
		if err != nil {
			return err
		}
		return view.JSON(w, body)
	}
}

// public is a profile in the shape of the API.
func public(p identity.Profile) document.User {
	u := document.User{ID: p.ID, Username: p.Username, AvatarURL: p.AvatarURL, Created: p.Created, Role: document.Role(string(p.Role)), Badges: p.Badges}
	if p.Bio != "" {
		u.Bio = &p.Bio
	}
	return u
}
