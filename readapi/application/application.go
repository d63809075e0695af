// Package application answers applications and what accounts allow them.
package application

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
	projected "github.com/modyard/modyard/projections/application"
	"github.com/modyard/modyard/readapi/account"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/view"
)

// Routes are the query routes of this package.
type Routes struct {
	source        *view.Source
	profiles      account.Profiles
	accounts      *identity.Service
	organizations *organization.Reader
	edit          int64
	reason        func(code, text string) string
}

// New makes the routes over a source. Accounts finds accounts by name and knows the secrets; edit is the right on an organization
// (EDIT_DETAILS) with which its members manage its applications; reason is the text of a reason.
func New(s *view.Source, accounts *identity.Service, edit int64, reason func(code, text string) string) *Routes {
	return &Routes{source: s, profiles: accounts, accounts: accounts, organizations: organization.NewReader(s), edit: edit, reason: reason}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	at := func(path, summary string, scope identity.Scopes) view.Route {
		return view.Route{Path: path, Under: []string{"/v3", "/_internal"}, Summary: summary, Scope: scope, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, at("GET /oauth/app/{id}", "按 ID 查询应用", 0), s.one)
	view.Query(api, s.source, at("GET /oauth/apps", "批量查询应用", 0), s.many)
	view.Query(api, s.source, at("GET /user/{id}/oauth_apps", "用户管理的应用，包括其团队的：仅本人与管理人员可见", identity.ScopeSessionAccess), s.ofUser)
	view.Query(api, s.source, at("GET /organization/{id}/oauth_apps", "团队的应用：仅能编辑团队资料的成员与管理人员可见", identity.ScopeSessionAccess), s.ofOrganization)
	view.Query(api, s.source, at("GET /oauth/authorizations", "当前用户对应用的授权，最新的在前", identity.ScopeSessionAccess), s.authorizations)
}

const (
	// managing is the condition that an account manages the applications of an organization. $2 is the right.
	managing = `m.accepted and (m.owner or m.organization_permissions & $2 <> 0)`

	// columns are those of an application a for the account $1, which manages it or not.
	columns = `
a.id, a.name, a.icon_url, a.scopes, a.redirects, a.account, a.registered, a.url, a.description, a.type, p.username, p.avatar_url, a.organization, a.verified,
a.suspended, a.suspended_code, a.suspended_text, a.secrets,
(select count(*) from application.authorizations u where u.application = a.id),
(select date_trunc('day', max(g.last_used) at time zone 'UTC') at time zone 'UTC' from identity.oauth_grants g where g.application = a.id),
(a.owner = $1 or exists (select from catalog.organization_members m where m.organization = a.organization and m.account = $1 and ` + managing + `))`

	from = ` from application.applications a left join identity.profiles p on p.id = a.account`

	byIDs = `select ` + columns + ` from unnest($3::text[]) with ordinality as i(id, n) join application.applications a on a.id = i.id
left join identity.profiles p on p.id = a.account order by i.n`

	byOwner = `select ` + columns + from + ` where a.owner = $3 order by a.registered, a.id`

	// byManager lists the account's own applications first, then those of its organizations.
	byManager = `select ` + columns + from + ` where a.owner = $3
or a.organization in (select m.organization from catalog.organization_members m where m.account = $3 and ` + managing + `)
order by a.organization <> '', a.registered, a.id limit 1000`

	byAccount = `select ` + columns + `, r.scopes, r.since, g.last_used, coalesce(g.hand_overs <> c.hand_overs, false)
from application.authorizations r join application.applications a on a.id = r.application
left join identity.profiles p on p.id = a.account
left join identity.oauth_grants g on g.account = r.account and g.application = r.application
left join identity.oauth_clients c on c.id = r.application
where r.account = $3 order by r.since desc, r.application limit 1000`
)

// read is an application with what only some callers may see.
type read struct {
	contract.Application
	secrets []string
	managed bool // by the caller
}

func (s *Routes) scan(row pgx.CollectableRow, more ...any) (read, error) {
	var a read
	var icon, url, description, organization, code, text string
	var scopes int64
	var username, avatar *string
	var suspended *time.Time
	targets := []any{
		&a.ID, &a.Name, &icon, &scopes, &a.RedirectURIs, &a.CreatedBy, &a.Created, &url, &description, &a.Type, &username, &avatar, &organization, &a.Verified,
		&suspended, &code, &text, &a.secrets, &a.Users, &a.LastUsed, &a.managed,
	}
	if err := row.Scan(append(targets, more...)...); err != nil {
		return a, err
	}
	a.MaxScopes = uint64(scopes) //nolint:gosec // not negative
	a.IconURL, a.URL, a.Description, a.Organization = view.Present(&icon), view.Present(&url), view.Present(&description), view.Present(&organization)
	a.Creator = contract.Author{ID: a.CreatedBy}
	if found := view.Author(&a.CreatedBy, username, avatar); found != nil {
		a.Creator = *found
	}
	if suspended != nil {
		a.Suspended = &contract.ApplicationBan{Since: *suspended, Reason: s.reason(code, text)}
	}
	return a, nil
}

func (s *Routes) plain(row pgx.CollectableRow) (read, error) { return s.scan(row) }

// rows are the applications of a query for the caller.
func (s *Routes) rows(ctx context.Context, sql string, of any) ([]contract.Application, error) {
	found, err := view.Rows(ctx, s.source, "applications", s.plain, sql, view.Caller(ctx).Account, s.edit, of)
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, found)
}

// shown is what a caller sees of an application: those who manage it also see its secrets, without their values.
func (s *Routes) shown(ctx context.Context, list []read) ([]contract.Application, error) {
	caller := identity.FromContext(ctx)
	out := make([]contract.Application, len(list))
	for i, a := range list {
		if caller.Can(identity.ScopeSessionAccess) && a.managed && len(a.secrets) > 0 {
			secrets, err := s.accounts.ApplicationSecrets(ctx, a.secrets)
			if err != nil {
				return nil, err
			}
			a.Secrets = secrets
		}
		out[i] = a.Application
	}
	return out, nil
}

// ByID are the applications of ids, for a caller of the context.
func (s *Routes) ByID(ctx context.Context, list []string) ([]contract.Application, error) {
	return s.rows(ctx, byIDs, list)
}

func (s *Routes) one(ctx context.Context, in *view.ByID) (contract.Application, error) {
	if !ids.Valid(string(in.ID)) {
		return contract.Application{}, httpkit.NotFound()
	}
	return view.Only(s.ByID(ctx, []string{string(in.ID)}))
}

const maxIDs = 100

func (s *Routes) many(ctx context.Context, in *view.ByIDs) ([]contract.Application, error) {
	list := slices.DeleteFunc(slices.Clone(in.IDs.Items), func(id string) bool { return !ids.Valid(id) })
	if len(list) > maxIDs {
		return nil, httpkit.Invalid("ids", fmt.Sprintf("一次最多查询 %d 个应用", maxIDs))
	}
	slices.Sort(list)
	return s.ByID(ctx, slices.Compact(list))
}

func (s *Routes) ofUser(ctx context.Context, in *view.ByID) ([]contract.Application, error) {
	who, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	if v := view.Caller(ctx); v.Account != who.ID && !v.Staff {
		return nil, httpkit.Forbidden("只有本人与管理人员可以查看注册的应用")
	}
	return s.rows(ctx, byManager, who.ID)
}

const mayManage = `select exists (select from catalog.organization_members m where m.organization = $3 and m.account = $1 and ` + managing + `)`

func (s *Routes) ofOrganization(ctx context.Context, in *view.ByID) ([]contract.Application, error) {
	of, err := s.organizations.One(ctx, view.Organizations(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	v := view.Caller(ctx)
	var may bool
	if err := s.source.Pool.QueryRow(ctx, mayManage, v.Account, s.edit, of.ID).Scan(&may); err != nil {
		return nil, fmt.Errorf("read the right to manage applications: %w", err)
	}
	if !may && !v.Staff {
		return nil, httpkit.Forbidden("只有能编辑团队资料的成员与管理人员可以查看团队的应用")
	}
	return s.rows(ctx, byOwner, of.ID)
}

func (s *Routes) authorizations(ctx context.Context, _ *struct{}) ([]contract.Authorization, error) {
	account := view.Caller(ctx).Account
	return view.Rows(ctx, s.source, "authorizations", func(row pgx.CollectableRow) (contract.Authorization, error) {
		out := contract.Authorization{UserID: account}
		var scopes int64
		a, err := s.scan(row, &scopes, &out.Created, &out.LastUsed, &out.HandedOver)
		out.App, out.AppID, out.ID, out.Scopes = a.Application, a.ID, account+"-"+a.ID, uint64(scopes)&a.MaxScopes //nolint:gosec // not negative
		return out, err
	}, byAccount, account, s.edit, account)
}
