// Package webhook checks who may have the changes of a project or an organization delivered, and mounts the routes. An
// address and a secret are stored before the event that names them (platform/webhook); what no event names is swept.
package webhook

import (
	"context"
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/outbound"
	store "github.com/modyard/modyard/platform/webhook"
)

// Options are the dependencies of the service. All but Policy and Logger must be set.
type Options struct {
	Handler  *commands.Handler
	Store    *store.Store
	Pool     *pgxpool.Pool
	Requests *idempotency.Guard // lets callers name the requests that change rows
	Policy   outbound.Policy    // which addresses are accepted
	Logger   *slog.Logger       // nil for the default
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Store == nil || o.Pool == nil || o.Requests == nil {
		return nil, errors.New("make webhook commands: handler, store, database and the guard of named requests are needed")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Service{o}, nil
}

// Routes mounts every route of the package, for projects and for organizations.
func (s *Service) Routes(api *httpkit.API) {
	for _, k := range []kind{projects(), organizations()} {
		route := func(method, path, summary string) commands.Route {
			return commands.Route{Path: method + " " + k.path + "/{id}/webhooks" + path, Summary: k.name + "的 Webhook：" + summary, Scope: k.scope}
		}
		rows := func(method, path, summary string) commands.Route {
			r := route(method, path, summary)
			r.Before = s.Requests.Named
			return r
		}
		commands.Ask(api, route("GET", "", "列表"), s.list(k))
		commands.MountAnswerRequest(api, route("POST", "", "添加，返回签名密钥"), s.add(k))
		commands.MountRequest(api, route("PATCH", "/{webhook}", "修改"), s.change(k))
		commands.MountRequest(api, route("DELETE", "/{webhook}", "移除"), s.remove(k))
		commands.MountAnswerRequest(api, route("POST", "/{webhook}/secret", "更换签名密钥，原密钥在 24 小时内仍用于签名"), s.rotate(k))
		commands.MountAnswerRequest(api, rows("POST", "/{webhook}/test", "发送测试"), s.test(k))
		commands.Ask(api, route("GET", "/{webhook}/deliveries", "投递记录，保留 30 天"), s.deliveries(k))
		commands.MountRequest(api, rows("POST", "/{webhook}/deliveries/{delivery}/again", "重新投递"), s.again(k))
	}
}

// entity is a webhook within a decision.
type entity = commands.Entity[webhook.State, webhook.Command]

// hooks are the webhooks, one stream each. There are no snapshots, because the streams are short.
func hooks() *commands.Aggregate[webhook.State, webhook.Command] {
	return &commands.Aggregate[webhook.State, webhook.Command]{Category: "webhook", Evolve: webhook.Evolve, Decide: webhook.Decide}
}

// held are the webhooks of a project or an organization, by its id.
func held() *commands.Aggregate[webhook.Held, decision.Entry] {
	return &commands.Aggregate[webhook.Held, decision.Entry]{Category: "webhooks", Evolve: commands.Timeless(webhook.EvolveHeld), Decide: webhook.DecideHeld}
}

// find loads a webhook of an owner.
func find(ctx context.Context, tx *commands.Tx, o owner, id string) (*entity, error) {
	missing := fault.NotFound("Webhook 不存在。")
	if !ids.Valid(id) {
		return nil, missing
	}
	e, err := hooks().Get(ctx, tx, id)
	if err == nil && (!e.State().Exists() || e.State().Owner() != o.id()) {
		return nil, missing
	}
	return e, err
}

// accept reads an address that a person has entered. The error does not contain it.
func (s *Service) accept(raw string) (address, host string, err error) {
	u, err := s.Policy.Parse(raw)
	switch {
	case errors.Is(err, outbound.ErrPort):
		return "", "", fault.Invalid("url", "接收地址的端口须为 443，或不小于 1024。")
	case errors.Is(err, outbound.ErrForbidden):
		return "", "", fault.Invalid("url", "接收地址须可从公共互联网访问。")
	case err != nil:
		return "", "", fault.Invalid("url", "接收地址须为有效的 https 地址，不含用户名和片段，且不超过 2048 个字符。")
	}
	return u.String(), u.Hostname(), nil
}

// One is the input of a command about one webhook.
type One struct {
	commands.Named
	Webhook string `path:"webhook" doc:"Webhook 的 ID"`
}

// secretOf answers with a secret by its id.
func (s *Service) secretOf(ctx context.Context, hook, id string) (contract.WebhookSecret, error) {
	found, err := s.Store.Texts(ctx, hook, id)
	return contract.WebhookSecret{ID: hook, Secret: found[id]}, err
}
