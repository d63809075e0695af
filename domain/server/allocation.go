package server

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Limits of the ports of a server.
const (
	MaxAllocations    = 5 // beyond the first port
	MaxAllocationName = 32
	// Rests is how long a released port, or a released subdomain, belongs to nobody: what still points at it must not reach a stranger.
	Rests = 24 * time.Hour
)

// AllocationReserved gives a server a further port of its node.
//
// History: {actor} reserves the port {port} of the node {node} for the server {server}.
type AllocationReserved struct {
	Server string        `json:"server"`
	Node   string        `json:"node"`
	Port   int           `json:"port"`
	Name   erasable.Text `json:"name"`
}

// AllocationRenamed gives a further port of a server another name.
//
// History: {actor} renames the port {port} of the server {server} to {name}.
type AllocationRenamed struct {
	Server string        `json:"server"`
	Port   int           `json:"port"`
	Name   erasable.Text `json:"name"`
}

// AllocationReleased takes a further port from a server.
//
// History: {actor} releases the port {port} of the node {node} from the server {server}.
type AllocationReleased struct {
	Server string `json:"server"`
	Node   string `json:"node"`
	Port   int    `json:"port"`
}

// PortReleased ends that a port belongs to a server. Stream: port-<node>-<port>.
//
// History: the port {port} of the node {node} belongs to the server {server} no more.
type PortReleased struct {
	Node   string `json:"node"`
	Port   int    `json:"port"`
	Server string `json:"server"`
}

// Holding is who holds a port of a node, or a subdomain, folded from the stream port-<node>-<port> or subdomain-<name>.
type Holding struct {
	Server   string
	Released time.Time // zero: it never was
}

// EvolveHolding applies one event to a state.
func EvolveHolding(s Holding, event any, at time.Time) Holding {
	switch e := event.(type) {
	case PortReserved:
		return Holding{Server: e.Server}
	case SubdomainReserved:
		return Holding{Server: e.Server}
	case PortReleased, SubdomainReleased:
		return Holding{Released: at}
	}
	return s
}

// Free is true if a server may get the port or the subdomain.
func (s Holding) Free(now time.Time) bool {
	return s.Server == "" && (s.Released.IsZero() || now.Sub(s.Released) >= Rests)
}

// HoldPort gives a port to a server, or releases it. The caller checks that it is free.
type HoldPort struct {
	decision.Entry
	Node string
	Port int
}

// DecidePort returns the event of a port.
func DecidePort(_ Holding, c HoldPort) ([]decision.Event, error) {
	return c.Decide(c.Ended, PortReserved{Node: c.Node, Port: c.Port, Server: c.ID}, PortReleased{Node: c.Node, Port: c.Port, Server: c.ID})
}

// ReserveAllocation gives a server a further port. The port is one that is free, 0 if the node has none.
type ReserveAllocation struct {
	By   actor.Actor
	Port int
	Name string
}

func (c ReserveAllocation) decide(s State) ([]any, role.Role, error) {
	as, err := s.network(c.By)
	if err != nil {
		return nil, "", err
	}
	name, err := AllocationName(c.Name)
	switch {
	case err != nil:
		return nil, "", err
	case len(s.Ports) >= MaxAllocations:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "quota_allocations", Text: "除主端口外最多预留 5 个端口。"}
	case c.Port == 0:
		return nil, "", fault.Conflict("该节点已没有空闲端口。")
	}
	return []any{AllocationReserved{Server: s.ID, Node: s.Node, Port: c.Port, Name: erasable.Of(s.Owner, name)}}, as, nil
}

// AllocationName checks the name of a port: 1 to 32 characters in one line.
func AllocationName(value string) (string, error) {
	return text.Line("name", "名称", value, 1, MaxAllocationName)
}

// RenameAllocation gives a further port another name.
type RenameAllocation struct {
	By   actor.Actor
	Port int
	Name string
}

func (c RenameAllocation) decide(s State) ([]any, role.Role, error) {
	as, err := s.allocation(c.By, c.Port)
	if err != nil {
		return nil, "", err
	}
	name, err := AllocationName(c.Name)
	if err != nil {
		return nil, "", err
	}
	return []any{AllocationRenamed{Server: s.ID, Port: c.Port, Name: erasable.Of(s.Owner, name)}}, as, nil
}

// ReleaseAllocation takes a further port from a server. PortReleased follows.
type ReleaseAllocation struct {
	By   actor.Actor
	Port int
}

func (c ReleaseAllocation) decide(s State) ([]any, role.Role, error) {
	as, err := s.allocation(c.By, c.Port)
	if err != nil {
		return nil, "", err
	}
	return []any{AllocationReleased{Server: s.ID, Node: s.Node, Port: c.Port}}, as, nil
}

// network checks that an actor may change what players connect to. A deleted server keeps it as it is: brought back it is found where it was,
// and afterwards it has given it back.
func (s State) network(a actor.Actor) (role.Role, error) {
	as, err := s.of(a, Advanced)
	if err == nil && !s.Deleted.IsZero() {
		return "", fault.Conflict("服务器已删除。")
	}
	return as, err
}

// allocation checks that an actor may change a further port of the server.
func (s State) allocation(a actor.Actor, port int) (role.Role, error) {
	as, err := s.network(a)
	switch {
	case err != nil:
		return "", err
	case port < 1 || port > 65535:
		return "", fault.Invalid("port", "端口须为 1 至 65535。")
	case port == s.Port:
		return "", fault.Invalid("port", "主端口不能更改或释放。")
	case !slices.Contains(s.Ports, port):
		return "", fault.NotFound("此服务器没有这个端口。")
	}
	return as, nil
}
