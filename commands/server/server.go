// Package server checks who may decide about hosted servers and their nodes, records what nodes report, and mounts the routes: those of the
// hosting API as its programs know them, and those of the site's staff.
package server

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler *commands.Handler
	// Account is the id of an open account that is named by id or name; empty if there is none.
	Account func(ctx context.Context, name string) (string, error)
	// Connected is true if the node's link is open.
	Connected func(ctx context.Context, node string) (bool, error)
	// FreePorts proposes ports of a node that no server has, from a range: at most so many, the lowest first. A port's stream decides.
	FreePorts func(ctx context.Context, node string, first, last, most int) ([]int, error)
	// Subdomains is true if the site has a domain for servers. It may be false.
	Subdomains bool
	// Servers is the number of servers on a node that are not deleted for good.
	Servers func(ctx context.Context, node string) (int, error)
	// NodeName is the name of a node.
	NodeName func(ctx context.Context, node string) (string, error)
	// Java are the runtimes of a node, such as "lts21/temurin"; nil if it never came.
	Java func(ctx context.Context, node string) ([]string, error)
	// Configurations are the configuration files of servers.
	Configurations Configurations
	// Required are the versions that a version requires on a server beside what is there, in the order in which they are added, and what could
	// not be resolved of them.
	Required func(ctx context.Context, of RequiredBy) (ContentAnswer, error)
	// Properties are the decided values of settings of a server, as far as they are known.
	Properties func(ctx context.Context, server string, keys []string) (map[string]string, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Account == nil || o.Connected == nil || o.FreePorts == nil || o.Servers == nil || o.NodeName == nil || o.Java == nil || o.Properties == nil || o.Required == nil || o.Configurations == nil {
		return nil, errors.New("make server commands: every option is needed")
	}
	return &Service{o}, nil
}

// Bases are the paths under which the hosting API answers: the site's own name and the one that programs of the family send.
func Bases() []string { return []string{"/hosting/modyard/v0", "/hosting/modrinth/v0"} }

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	h := s.Handler
	hosting := func(path, summary string, scope identity.Scopes) commands.Route {
		return commands.Route{Path: path, Under: Bases(), Summary: summary, Scope: scope}
	}
	commands.Mount(api, h, hosting("POST /servers/{id}/power", "改变电源状态", identity.ScopeServerPower), s.power)
	commands.Mount(api, h, hosting("POST /servers/{id}/name", "重命名服务器", identity.ScopeServerWrite), rename)
	commands.Mount(api, h, hosting("POST /servers/{id}/suspend", "暂停或恢复服务器（管理员）", identity.ScopeServerWrite), suspend)
	commands.Mount(api, h, hosting("POST /servers/{id}/startup", "更改启动设置", identity.ScopeServerWrite), s.setStartup)
	s.networkRoutes(api)
	s.contentRoutes(api)
	s.memberRoutes(api)
	s.backupRoutes(api)
	s.installRoutes(api)
	s.configurationRoutes(api)
	staff := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeServerWrite}
	}
	commands.MountAnswer(api, h, staff("POST /v3/server", "开通服务器"), s.provision)
	commands.Mount(api, h, staff("POST /v3/server/{id}/delete", "删除服务器"), remove)
	commands.Mount(api, h, staff("POST /v3/server/{id}/return", "恢复已删除的服务器"), bringBack)
	commands.MountAnswer(api, h, staff("POST /v3/node", "添加节点"), s.addNode)
	commands.MountAnswer(api, h, staff("POST /v3/node/{id}/code", "生成节点的加入码"), issueCode)
	commands.Mount(api, h, staff("POST /v3/node/{id}/retire", "停用节点"), s.retireNode)
	commands.MountAnswerRequest(api, commands.Route{Path: "POST /_node/join", Summary: "节点加入站点", MaxBody: 4096}, s.join)
}

// Servers are the hosted servers, one stream each.
func Servers() *commands.Aggregate[server.State, server.Command] {
	return &commands.Aggregate[server.State, server.Command]{
		Category: "server", Version: "server/6", Evolve: server.Evolve, Decide: server.Decide, Missing: server.Missing,
	}
}

// Nodes are the nodes, one stream each.
func Nodes() *commands.Aggregate[server.NodeState, server.NodeCommand] {
	return &commands.Aggregate[server.NodeState, server.NodeCommand]{
		Category: "node", Version: "node/2", Evolve: commands.Timeless(server.EvolveNode), Decide: server.DecideNode, Missing: server.MissingNode,
	}
}

// runs are what nodes reported of a server. The state follows from the newest report.
func runs() *commands.Aggregate[server.RunState, server.Record] {
	return &commands.Aggregate[server.RunState, server.Record]{
		Category: "serverrun", Newest: true, Evolve: commands.Timeless(server.EvolveRun), Decide: server.DecideRun,
	}
}

// ports are who holds a port of a node.
func ports() *commands.Aggregate[server.Holding, server.HoldPort] {
	return &commands.Aggregate[server.Holding, server.HoldPort]{Category: "port", Evolve: server.EvolveHolding, Decide: server.DecidePort}
}
