package server

import (
	"context"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// tokenHolds is how long a token for a node holds. The site does not revoke it: a node ends what a suspended server does at once.
const tokenHolds = 10 * time.Minute

// console is GET /servers/{id}/ws. A token of the API that may not change the power may read the console only.
func (s *Routes) console(ctx context.Context, in *view.ByID) (contract.NodeAuth, error) {
	record, address, err := s.read(ctx, string(in.ID))
	switch {
	case err != nil:
		return contract.NodeAuth{}, err
	case record.Deleted != nil:
		return contract.NodeAuth{}, httpkit.Fault(httpkit.KindConflict, "conflict", "服务器已删除。")
	case record.Suspended:
		return contract.NodeAuth{}, httpkit.Fault(httpkit.KindDenied, "forbidden", "服务器已暂停，暂时无法使用。")
	case record.Host == nil || !record.Host.Connected || address == "":
		return contract.NodeAuth{}, httpkit.Fault(httpkit.KindUnreachable, "node_unreachable", "节点暂时无法连接，请稍后再试。")
	}
	c := identity.FromContext(ctx)
	scopes := []string{node.ScopeConsole}
	if c.Can(identity.ScopeServerPower) {
		scopes = append(scopes, node.ScopeCommands)
	}
	now := s.Now()
	token, err := s.Sign(node.Claims{
		Audience: record.Host.ID, Subject: c.Account, Server: record.ID, ID: c.Credential, Scopes: scopes,
		NotBefore: now.Unix(), Expires: now.Add(tokenHolds).Unix(),
	})
	if err != nil {
		return contract.NodeAuth{}, err
	}
	return contract.NodeAuth{URL: strings.TrimPrefix(address, "https://") + "/modyard/v0/servers/" + record.ID + "/ws", Token: token}, nil
}
