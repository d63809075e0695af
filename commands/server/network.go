package server

import (
	"context"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// candidates is how many ports the read model proposes. Their streams decide; the read model may be behind them.
const candidates = 50

func (s *Service) networkRoutes(api *httpkit.API) {
	hosting := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: Bases(), Summary: summary, Scope: identity.ScopeServerWrite}
	}
	commands.MountAnswer(api, s.Handler, hosting("POST /servers/{id}/allocations", "预留端口"), s.reserve)
	commands.Mount(api, s.Handler, hosting("PUT /servers/{id}/allocations/{port}", "更改端口的名称"), renamePort)
	commands.Mount(api, s.Handler, hosting("DELETE /servers/{id}/allocations/{port}", "释放端口"), release)
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/subdomain", "设置子域名"), s.setSubdomain)
	look := hosting("GET /subdomains/{subdomain}/isavailable", "子域名是否可用")
	look.Scope = identity.ScopeServerRead
	commands.Ask(api, look, s.available)
}

// PortName is the name of a port in the query. Programs send it without encoding: what cannot be decoded is taken as it is.
type PortName struct {
	Label string `query:"name" doc:"1 至 32 个字符"`
}

// Resolve finds a name that the decoder of queries has left out.
func (n *PortName) Resolve(ctx huma.Context) []error {
	if n.Label != "" {
		return nil
	}
	u := ctx.URL()
	for part := range strings.SplitSeq(u.RawQuery, "&") {
		if name, is := strings.CutPrefix(part, "name="); is {
			n.Label = name
		}
	}
	return nil
}

type reservePort struct {
	commands.Named
	PortName
}

// reserve is POST /servers/{id}/allocations?name=.
func (s *Service) reserve(ctx context.Context, tx *commands.Tx, in *reservePort) (contract.HostedAllocation, error) {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return contract.HostedAllocation{}, err
	}
	out := contract.HostedAllocation{Name: strings.TrimSpace(in.Label)}
	if tx.Repeated() {
		if held := e.State().Ports; len(held) > 0 {
			out.Port = held[len(held)-1]
		}
		return out, nil
	}
	command := server.ReserveAllocation{By: tx.By(), Port: 1, Name: in.Label}
	if err := e.Try(command); err != nil { // before a port is looked for
		return out, err
	}
	n, err := Nodes().Open(ctx, tx, e.State().Node)
	if err != nil {
		return out, err
	}
	held, port, err := s.freePort(ctx, tx, n.State())
	if err != nil {
		return out, err
	}
	command.Port, out.Port = port, port
	if err := e.Do(command); err != nil {
		return out, err
	}
	return out, held.Do(server.HoldPort{Entry: decision.Entry{As: e.Role(), ID: in.ID}, Node: e.State().Node, Port: port})
}

// freePort is a port of a node that is free by its own stream; 0 if none is.
func (s *Service) freePort(ctx context.Context, tx *commands.Tx, n server.NodeState) (*commands.Entity[server.Holding, server.HoldPort], int, error) {
	proposed, err := s.FreePorts(ctx, n.ID, n.FirstPort, n.LastPort, candidates)
	if err != nil {
		return nil, 0, err
	}
	for _, port := range proposed {
		held, err := ports().Open(ctx, tx, n.ID+"-"+strconv.Itoa(port))
		if err != nil {
			return nil, 0, err
		}
		if held.State().Free(tx.Now()) {
			return held, port, nil
		}
	}
	return nil, 0, nil
}

// number is a port in a path; what is no number is none.
func number(port string) int {
	n, err := strconv.Atoi(port)
	if err != nil || strconv.Itoa(n) != port {
		return 0
	}
	return n
}

type renameOfPort struct {
	commands.Named
	Port string `path:"port"`
	PortName
}

// renamePort is PUT /servers/{id}/allocations/{port}?name=.
func renamePort(ctx context.Context, tx *commands.Tx, in *renameOfPort) error {
	return do(ctx, tx, in.ID, server.RenameAllocation{By: tx.By(), Port: number(in.Port), Name: in.Label})
}

type releasePort struct {
	commands.Named
	Port string `path:"port"`
}

// release is DELETE /servers/{id}/allocations/{port}.
func release(ctx context.Context, tx *commands.Tx, in *releasePort) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	port, node := number(in.Port), e.State().Node
	if err := e.Do(server.ReleaseAllocation{By: tx.By(), Port: port}); err != nil {
		return err
	}
	return giveBackPort(ctx, tx, decision.Entry{As: e.Role(), ID: in.ID, Ended: true}, node, port)
}

// giveBackPort ends that a server holds a port of its node. A port that another holds is left alone.
func giveBackPort(ctx context.Context, tx *commands.Tx, end decision.Entry, node string, port int) error {
	held, err := ports().Open(ctx, tx, node+"-"+strconv.Itoa(port))
	if err != nil || held.State().Server != end.ID {
		return err
	}
	return held.Do(server.HoldPort{Entry: end, Node: node, Port: port})
}

// giveBackSubdomain is giveBackPort for a subdomain.
func giveBackSubdomain(ctx context.Context, tx *commands.Tx, end decision.Entry, name string) error {
	held, err := subdomains().Open(ctx, tx, name)
	if err != nil || held.State().Server != end.ID {
		return err
	}
	return held.Do(server.HoldSubdomain{Entry: end, Subdomain: name})
}

type subdomainInput struct {
	Subdomain string `json:"subdomain" doc:"5 至 32 个字母、数字与横线"`
}

type changeSubdomain struct {
	commands.Named
	Body subdomainInput
}

// setSubdomain is POST /servers/{id}/subdomain. The name before is released.
func (s *Service) setSubdomain(ctx context.Context, tx *commands.Tx, in *changeSubdomain) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := server.SetSubdomain{By: tx.By(), Subdomain: in.Body.Subdomain, Offered: s.Subdomains, Now: tx.Now()}
	name, nameErr := server.SubdomainName(c.Subdomain)
	before := e.State().Subdomain
	if nameErr != nil || name == before {
		return e.Do(c) // refused, or nothing changes
	}
	held, err := subdomains().Open(ctx, tx, name)
	if err != nil {
		return err
	}
	c.Held = held.State()
	if err := e.Do(c); err != nil {
		return err
	}
	if err := held.Do(server.HoldSubdomain{Entry: decision.Entry{As: e.Role(), ID: in.ID}, Subdomain: name}); err != nil || before == "" {
		return err
	}
	return giveBackSubdomain(ctx, tx, decision.Entry{As: e.Role(), ID: in.ID, Ended: true}, before)
}

type lookForSubdomain struct {
	Subdomain string `path:"subdomain"`
}

// available is GET /subdomains/{subdomain}/isavailable. A name that nobody may have is not available.
func (s *Service) available(ctx context.Context, req commands.Request, in *lookForSubdomain) (out contract.HostedAvailability, err error) {
	if !s.Subdomains {
		return out, server.NotOffered()
	}
	name, nameErr := server.SubdomainName(in.Subdomain)
	if nameErr != nil {
		return out, nil
	}
	err = s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		held, err := subdomains().Open(ctx, tx, name)
		if err == nil {
			out.Available = held.State().Free(tx.Now())
		}
		return err
	})
	return out, err
}

// subdomains are who holds a subdomain.
func subdomains() *commands.Aggregate[server.Holding, server.HoldSubdomain] {
	return &commands.Aggregate[server.Holding, server.HoldSubdomain]{Category: "subdomain", Evolve: server.EvolveHolding, Decide: server.DecideSubdomain}
}
