// Package organization checks who may change an organization that owns projects, and its projects, and mounts the
// routes. The id of an organization's team is the organization's id.
package organization

import (
	"context"
	"errors"
	"path"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service. All but Phrases must be set.
type Options struct {
	Handler  *commands.Handler
	Icons    *icon.Icons
	Profiles Profiles     // of members, for answers
	Phrases  risk.Checker // of names and descriptions; nil: they may say anything
	MaxOwned int          // organizations that one account owns; 0: no limit
}

// Profiles reads public profiles; identity.Service implements it.
type Profiles interface {
	Profiles(ctx context.Context, ids []string) (map[string]identity.Profile, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Icons == nil || o.Profiles == nil {
		return nil, errors.New("make organization commands: handler, icons and profiles are needed")
	}
	return &Service{o}, nil
}

const iconSide = 96 // pixels

// Routes mounts the routes of the package. Those of members are in commands/team.
func (s *Service) Routes(api *httpkit.API) {
	write := identity.ScopeOrganizationWrite
	commands.MountAnswer(api, s.Handler, commands.Route{Path: "POST /v3/organization", Summary: "新建团队", Scope: identity.ScopeOrganizationCreate}, s.create)
	commands.Mount(api, s.Handler, commands.Route{Path: "PATCH /v3/organization/{id}", Summary: "修改团队", Scope: write}, s.edit)
	commands.Mount(api, s.Handler, commands.Route{Path: "DELETE /v3/organization/{id}", Summary: "删除没有资源的团队", Scope: identity.ScopeOrganizationDelete}, remove)
	commands.Mount(api, s.Handler, commands.Route{
		Path: "POST /v3/organization/{id}/projects", Summary: "将资源移入团队", Scope: write | identity.ScopeProjectWrite,
	}, addProject)
	commands.Mount(api, s.Handler, commands.Route{
		Path: "DELETE /v3/organization/{id}/projects/{project}", Summary: "将资源移出团队", Scope: write | identity.ScopeProjectWrite,
	}, removeProject)
	s.Icons.Mount(api, s.Handler, icon.Kind{
		Path: "/v3/organization/{id}", Name: "团队", Scope: write, Side: iconSide, Open: openIcon,
		Folder: func(id string) string { return path.Join(id, "icons") },
	})
}

func openIcon(ctx context.Context, tx *commands.Tx, name string, c icon.Change) (icon.Opened, error) {
	o, err := Find(ctx, tx, name)
	if err != nil {
		return icon.Opened{}, err
	}
	change := organization.ChangeIcon{By: tx.By(), URL: c.URL, Color: c.Color, Reason: c.Reason}
	return icon.Opened{ID: o.State().ID, Check: change.Check(o.State()), Do: func() error { return o.Do(change) }}, nil
}
