// Package team checks who may change the members of a project or of an organization, and mounts the routes. The id of a
// team is the id of its project or organization.
package team

import (
	"context"
	"errors"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/organization"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are the dependencies of the service. Handler must be set.
type Options struct {
	Handler *commands.Handler
	// AccountExists is true if an account may be invited; nil accepts every id.
	AccountExists func(ctx context.Context, id string) (bool, error)
	Phrases       risk.Checker // of the titles of members; nil: they may say anything
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil {
		return nil, errors.New("make team commands: a handler is needed")
	}
	return &Service{o}, nil
}

// finder finds the team that a path names.
type finder func(ctx context.Context, tx *commands.Tx, name string) (team, error)

// Routes mounts the routes of every team under /team/{id}, and those of an organization also under the organization's
// path.
func (s *Service) Routes(api *httpkit.API) {
	s.mount(api, commands.Route{Path: "/team/{id}", Under: []string{"/v2", "/v3"}, Scope: identity.ScopeProjectWrite, Else: identity.ScopeOrganizationWrite}, anyTeam)
	s.mount(api, commands.Route{Path: "/v3/organization/{id}", Scope: identity.ScopeOrganizationWrite}, ofOrganization)
}

func (s *Service) mount(api *httpkit.API, base commands.Route, find finder) {
	route := func(method, path, summary string) commands.Route {
		r := base
		r.Path, r.Summary = method+" "+base.Path+path, summary
		return r
	}
	commands.Mount(api, s.Handler, route("POST", "/members", "邀请成员"), on(find, s.invite))
	commands.Mount(api, s.Handler, route("POST", "/join", "接受邀请"), on(find, join))
	commands.Mount(api, s.Handler, route("PATCH", "/members/{user}", "修改成员"), on(find, s.change))
	commands.Mount(api, s.Handler, route("DELETE", "/members/{user}", "移除成员、撤回或拒绝邀请、退出"), on(find, drop))
	commands.Mount(api, s.Handler, route("PATCH", "/owner", "转让"), on(find, transfer))
}

// input contains the name of its team.
type input interface{ Name() string }

func on[In any, P interface {
	*In
	input
}](find finder, do func(context.Context, *commands.Tx, team, P) error) func(context.Context, *commands.Tx, *In) error {
	return func(ctx context.Context, tx *commands.Tx, in *In) error {
		t, err := find(ctx, tx, P(in).Name())
		if err != nil {
			return err
		}
		return do(ctx, tx, t, in)
	}
}

// anyTeam finds the team of an organization by its id, or that of a project.
func anyTeam(ctx context.Context, tx *commands.Tx, name string) (team, error) {
	if ids.Valid(name) {
		o, err := commandsproject.Organizations().Get(ctx, tx, name)
		if err != nil {
			return nil, err
		}
		if o.State().ID != "" {
			if err := identity.FromContext(ctx).Require(identity.ScopeOrganizationWrite); err != nil {
				return nil, err
			}
			return ofOrganization(ctx, tx, name)
		}
	}
	if err := identity.FromContext(ctx).Require(identity.ScopeProjectWrite); err != nil {
		return nil, err
	}
	p, err := commandsproject.Visible(ctx, tx, name)
	if err != nil {
		return nil, err
	}
	return projectTeam{p, tx}, nil
}

func ofOrganization(ctx context.Context, tx *commands.Tx, name string) (team, error) {
	o, err := organization.Find(ctx, tx, name)
	if err != nil {
		return nil, err
	}
	return organizationTeam{o, tx}, nil
}

func today(tx *commands.Tx) string { return tx.Now().Format(time.DateOnly) }
