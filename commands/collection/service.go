// Package collection checks who may follow a project and who may change a collection, and mounts the routes.
package collection

import (
	"context"
	"errors"
	"path"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service. Handler and Icons must be set.
type Options struct {
	Handler *commands.Handler
	Icons   *icon.Icons
	Phrases risk.Checker // of names and descriptions; nil: they may say anything
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Icons == nil {
		return nil, errors.New("make collection commands: handler and icons are needed")
	}
	return &Service{o}, nil
}

const iconSide = 192 // pixels: pages show it at 96

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	both := []string{"/v2", "/v3"}
	commands.Mount(api, s.Handler, commands.Route{Path: "POST /project/{id}/follow", Under: both, Summary: "关注资源", Scope: identity.ScopeUserWrite}, follow)
	commands.Mount(api, s.Handler, commands.Route{Path: "DELETE /project/{id}/follow", Under: both, Summary: "取消关注资源", Scope: identity.ScopeUserWrite}, unfollow)

	write := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeCollectionWrite}
	}
	commands.MountAnswer(api, s.Handler, commands.Route{Path: "POST /v3/collection", Summary: "新建收藏夹", Scope: identity.ScopeCollectionCreate}, s.create)
	commands.Mount(api, s.Handler, write("PATCH /v3/collection/{id}", "修改收藏夹"), s.edit)
	commands.Mount(api, s.Handler, commands.Route{Path: "DELETE /v3/collection/{id}", Summary: "删除收藏夹", Scope: identity.ScopeCollectionDelete}, remove)
	commands.Mount(api, s.Handler, write("POST /v3/collection/{id}/project/{project}", "把资源加入收藏夹"), addProject)
	commands.Mount(api, s.Handler, write("DELETE /v3/collection/{id}/project/{project}", "把资源移出收藏夹"), removeProject)
	commands.Mount(api, s.Handler, write("DELETE /v3/collection/{id}/projects", "把多个资源移出收藏夹"), removeProjects)
	s.Icons.Mount(api, s.Handler, icon.Kind{
		Path: "/v3/collection/{id}", Name: "收藏夹", Scope: identity.ScopeCollectionWrite, Side: iconSide,
		Folder: func(id string) string { return path.Join("collections", id) }, Open: openIcon,
	})
}

func openIcon(ctx context.Context, tx *commands.Tx, id string, c icon.Change) (icon.Opened, error) {
	e, err := get(ctx, tx, id)
	if err != nil {
		return icon.Opened{}, err
	}
	change := collection.ChangeIcon{By: tx.By(), URL: c.URL, Color: c.Color, Reason: c.Reason}
	return icon.Opened{ID: id, Check: change.Check(e.State()), Do: func() error { return e.Do(change) }}, nil
}
