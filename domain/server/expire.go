package server

import (
	"time"

	"github.com/modyard/modyard/domain/role"
)

// Expired ends the time in which a deleted server can be brought back: its ports, the first one first, and its subdomain are given back.
// PortReleased and SubdomainReleased follow.
//
// History: the deleted server {server} gives back the ports {ports} of the node {node}[ and the subdomain {subdomain}].
type Expired struct {
	Server    string `json:"server"`
	Node      string `json:"node"`
	Ports     []int  `json:"ports"`
	Subdomain string `json:"subdomain,omitempty"`
}

// Expire ends a server that was deleted for as long as it could be brought back. Any other stays as it is.
type Expire struct{ Now time.Time }

func (c Expire) decide(s State) ([]any, role.Role, error) {
	switch {
	case s.ID == "":
		return nil, "", missing()
	case s.Expired || s.Deleted.IsZero() || c.Now.Sub(s.Deleted) < Kept:
		return nil, role.System, nil
	}
	return []any{Expired{Server: s.ID, Node: s.Node, Ports: append([]int{s.Port}, s.Ports...), Subdomain: s.Subdomain}}, role.System, nil
}
