// Package application checks who may manage an application that acts for accounts, records what accounts allow one, and
// mounts the routes. A secret is stored before the event that names it. After each event the state is copied for the check of
// tokens (identity.MirrorApplication, MirrorAuthorization) before the answer: what has ended gives no access from then on.
package application

import (
	"context"
	"errors"
	"log/slog"
	"path"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/organization"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are the dependencies of the service. All but Logger must be set.
type Options struct {
	Handler  *commands.Handler
	Icons    *icon.Icons
	Accounts *identity.Service
	Brand    string       // of the site: no application is named like it
	Logger   *slog.Logger // nil for the default
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Icons == nil || o.Accounts == nil || o.Brand == "" {
		return nil, errors.New("make application commands: handler, icons, accounts and brand are needed")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Service{o}, nil
}

const iconSide = 192 // pixels: pages show it at 96

// prefixes are those of every route: the family has both.
func prefixes() []string { return []string{"/v3", "/_internal"} }

// Routes mounts every route of the package. Applications are managed by sessions only.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: prefixes(), Summary: summary, Scope: identity.ScopeSessionAccess}
	}
	commands.MountAnswerRequest(api, route("POST /oauth/app", "注册应用，返回只显示这一次的密钥"), s.register)
	commands.MountRequest(api, route("PATCH /oauth/app/{id}", "修改应用"), s.change)
	commands.MountRequest(api, route("DELETE /oauth/app/{id}", "删除应用"), s.remove)
	commands.MountAnswerRequest(api, route("POST /oauth/app/{id}/secrets", "添加密钥，只显示这一次；最多两个"), s.addSecret)
	commands.MountRequest(api, route("DELETE /oauth/app/{id}/secrets/{secret}", "停用密钥"), s.endSecret)
	commands.Ask(api, route("GET /oauth/app/{id}/usage", "应用 90 天内的请求数与最近被拒绝的请求"), s.usage)
	commands.MountRequest(api, route("POST /oauth/app/{id}/hand-over", "转让应用：给你能编辑资料的团队，或由你自己从团队接收"), s.handOver)
	for _, act := range []application.Act{application.Suspend, application.Restore, application.Verify} {
		commands.MountRequest(api, route("POST /oauth/app/{id}/"+string(act), actName(act)+"应用：仅限管理人员"), s.judge(act))
	}
	s.Icons.Mount(api, s.Handler, icon.Kind{
		Under: prefixes(), Path: "/oauth/app/{id}", Name: "应用", Scope: identity.ScopeSessionAccess, Side: iconSide,
		Folder: func(id string) string { return path.Join("applications", id) }, Open: s.openIcon,
	})
	commands.MountRequest(api, route("PATCH /oauth/authorizations/{id}", "减少授权的权限"), s.narrow)
	commands.MountRequest(api, route("DELETE /oauth/authorizations", "撤销授权"), s.revoke)
}

func actName(act application.Act) string {
	switch act {
	case application.Suspend:
		return "停用"
	case application.Restore:
		return "恢复"
	}
	return "核实"
}

// entity is an application within a decision.
type entity = commands.Entity[application.State, application.Command]

// applications are one stream each. There are no snapshots, because the streams are short.
func applications() *commands.Aggregate[application.State, application.Command] {
	return &commands.Aggregate[application.State, application.Command]{Category: "application", Evolve: application.Evolve, Decide: application.Decide}
}

// held are the applications of an account or an organization, by its id.
func held() *commands.Aggregate[application.Held, decision.Entry] {
	return &commands.Aggregate[application.Held, decision.Entry]{Category: "applications", Evolve: commands.Timeless(application.EvolveHeld), Decide: application.DecideHeld}
}

// authorizations are what accounts allow applications.
func authorizations() *commands.Aggregate[application.Authorization, application.AuthorizationCommand] {
	return &commands.Aggregate[application.Authorization, application.AuthorizationCommand]{
		Category: "authorization", Evolve: application.EvolveAuthorization, Decide: application.DecideAuthorization,
	}
}

func missing() error { return fault.NotFound("应用不存在。") }

// find loads an application that exists.
func find(ctx context.Context, tx *commands.Tx, id string) (*entity, error) {
	if !ids.Valid(id) {
		return nil, missing()
	}
	e, err := applications().Get(ctx, tx, id)
	if err == nil && !e.State().Exists() {
		return nil, missing()
	}
	return e, err
}

// managed loads an application with the caller's right to manage it.
func managed(ctx context.Context, tx *commands.Tx, id string) (*entity, application.Right, error) {
	e, err := find(ctx, tx, id)
	if err != nil {
		return nil, application.Right{}, err
	}
	if of := e.State().Organization; of != "" {
		right, _, err := ofOrganization(ctx, tx, of)
		return e, right, err
	}
	right, err := application.Managed(e.State(), tx.By())
	return e, right, err
}

// ofOrganization is the caller's right to manage the applications of an organization. Staff who are not its members have
// none: they suspend.
func ofOrganization(ctx context.Context, tx *commands.Tx, name string) (right application.Right, id string, err error) {
	o, err := organization.Find(ctx, tx, name)
	if err != nil {
		return right, "", err
	}
	by := tx.By()
	by.Rank = 0
	as, _, err := o.State().MayEdit(by, nil)
	return application.Right{Account: by.Account, As: as}, o.State().ID, err
}

func limits() application.Limits {
	return application.Limits{Grantable: application.Scopes(identity.AllScopes &^ identity.RestrictedScopes)}
}

// Application reads an application as it is now; the zero State for one that never was. It implements
// identity.Applications, as Grant and End do.
func (s *Service) Application(ctx context.Context, id string) (state application.State, err error) {
	err = s.read(ctx, func(ctx context.Context, tx *commands.Tx) error {
		e, err := applications().Get(ctx, tx, id)
		if err == nil {
			state = e.State()
		}
		return err
	})
	return state, err
}
