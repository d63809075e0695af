// Package server answers hosted servers, their nodes and their history: to their owners and to administrators. To everybody else a server
// does not exist.
package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/software"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

// Topic is the live topic of changed servers.
func Topic() live.Owned {
	return live.Owned{
		Topic: "servers", Shows: "本人的服务器与本人是成员的服务器，管理员为全部", Scope: identity.ScopeServerRead, Model: projected.Name,
		Table: parts, Account: "account", Whole: "server.servers", All: func(c identity.Caller) bool { return c.Actor().Admin() },
	}
}

// parts are the changes of servers, once for each member, and those of who is a member.
const parts = `(
select m.account, s.position from server.servers s join server.members m on m.server = s.id and m.rights <> 0
union all
select m.account, m.position from server.members m) parts`

// Options are what the queries need beside the read models. All but Domain must be set.
type Options struct {
	Game string // name of the game
	// Domain is that of the servers' subdomains; empty: they have none.
	Domain string
	// Names is true if the site writes subdomains to the DNS.
	Names bool
	// Bases are the paths of the hosting API.
	Bases []string
	// Sign makes a token for a node.
	Sign func(node.Claims) (string, error)
	// Fetch reads a file from a node with a token: at most so many bytes, or ErrNoFile, ErrTooLarge, or that the node cannot be reached.
	Fetch func(ctx context.Context, address, token string, most int64) ([]byte, error)
	// Content is the content of a configuration file of a server by its hash, or ErrNoContent.
	Content func(ctx context.Context, server, hash string) ([]byte, error)
	Now     func() time.Time
	// Software is what servers can run.
	Software software.Source
	Logger   *slog.Logger
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	Options
}

// New makes the routes over a source.
func New(s *view.Source, o Options) *Routes { return &Routes{s, o} }

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	hosting := func(path, summary string) view.Route {
		return view.Route{Path: path, Under: s.Bases, Summary: summary, Scope: identity.ScopeServerRead, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, hosting("GET /servers", "服务器列表"), s.list)
	view.Query(api, s.source, hosting("GET /servers/{id}", "服务器"), s.record)
	view.Query(api, s.source, hosting("GET /servers/{id}/ws", "控制台的地址与令牌"), s.console)
	view.Query(api, s.source, hosting("GET /servers/{id}/fs", "文件服务的地址与令牌"), s.files)
	view.Query(api, s.source, hosting("GET /servers/{id}/startup", "启动设置"), s.startup)
	view.Query(api, s.source, hosting("GET /servers/{id}/allocations", "主端口以外的端口"), s.allocations)
	view.Query(api, s.source, hosting("GET /servers/{id}/mods", "已安装的内容"), s.mods)
	view.Query(api, s.source, hosting("GET /servers/{id}/config/{fileName}", "配置文件的内容"), s.config)
	view.Query(api, s.source, hosting("GET /servers/{id}/backups", "服务器的备份"), s.backups)
	view.Query(api, s.source, hosting("GET /servers/{id}/backups/{backup}", "备份与下载的地址"), s.backup)
	view.Query(api, s.source, hosting("GET /servers/{id}/autobackup", "自动备份"), s.autobackup)
	uploads := hosting("GET /servers/{id}/reinstallFromMrpack", "上传整合包的地址与令牌")
	uploads.Scope = identity.ScopeServerWrite
	view.Query(api, s.source, uploads, s.upload)
	own := func(path, summary string) view.Route {
		return view.Route{Path: path, Summary: summary, Scope: identity.ScopeServerRead, Fresh: []string{projected.Name}}
	}
	view.Query(api, s.source, own("GET /_internal/server/{id}/history", "服务器的动态"), s.history)
	export := own("GET /_internal/server/{id}/history/export", "导出服务器的动态")
	export.Responses = view.ExportResponses()
	view.Stored[string](api, s.source, export, s.historyExport)
	view.Query(api, s.source, own("GET /_internal/server/{id}/crashes/{run}", "一次崩溃与此前的更改"), s.crash)
	view.Query(api, s.source, own("GET /_internal/server/{id}/configuration", "某一时刻的配置文件"), s.configuration)
	view.Query(api, s.source, own("GET /_internal/server/{id}/configuration/revisions", "配置文件的各个版本"), s.configurationRevisions)
	view.Query(api, s.source, own("GET /_internal/server/{id}/configuration/content", "配置文件某一版本的内容"), s.configurationContent)
	view.Query(api, s.source, own("GET /_internal/server/{id}/configuration/diff", "配置文件两个版本的差异"), s.configurationDiff)
	view.Query(api, s.source, own("GET /v3/server/{id}/members", "服务器的成员"), s.members)
	view.Query(api, s.source, own("GET /v3/server/{id}/properties", "已更改的服务器属性"), s.properties)
	view.Query(api, nil, view.Route{Path: "GET /_internal/hosting/loaders", Summary: "服务器可用的加载器及其版本", Scope: identity.ScopeServerRead}, s.loaders)
	view.Query(api, s.source, own("GET /_internal/server-invitations", "本人收到的服务器邀请"), s.invitations)
	view.Query(api, s.source, own("GET /_internal/servers", "全部服务器（管理员）"), s.all)
	view.Query(api, s.source, own("GET /_internal/nodes", "节点（管理员）"), s.nodes)
}

// caller is the viewer of a route, and whether it sees the servers of all.
func caller(ctx context.Context) (account string, admin bool) {
	c := identity.FromContext(ctx)
	return c.Account, c.Actor().Admin()
}

// staff is true for callers who may see every project.
func staff(ctx context.Context) bool { return identity.FromContext(ctx).Actor().Staff() }
