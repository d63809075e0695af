package server

import (
	"context"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

// tokenHolds is how long a token for a node holds. A right that is taken ends it earlier, by its epoch; a node ends what a suspended server
// does at once.
const tokenHolds = 10 * time.Minute

// console is GET /servers/{id}/ws. A token of the API that may not change the power may read the console only.
func (s *Routes) console(ctx context.Context, in *view.ByID) (contract.NodeAuth, error) {
	return s.admit(ctx, string(in.ID), func(record found) (string, []string, error) {
		scopes := []string{node.ScopeConsole}
		if record.Permissions&projected.ExecCommands != 0 && identity.FromContext(ctx).Can(identity.ScopeServerPower) {
			scopes = append(scopes, node.ScopeCommands)
		}
		return "/modyard/v0/servers/" + record.ID + "/ws", scopes, nil
	})
}

// files is GET /servers/{id}/fs. A token of the API that may not change servers may read the files only.
func (s *Routes) files(ctx context.Context, in *view.ByID) (contract.NodeAuth, error) {
	return s.admit(ctx, string(in.ID), func(record found) (string, []string, error) {
		scopes := []string{node.ScopeFilesRead}
		if record.Permissions&projected.FilesWrite != 0 && identity.FromContext(ctx).Can(identity.ScopeServerWrite) {
			scopes = append(scopes, node.ScopeFilesWrite)
		}
		return node.PathFiles, scopes, record.may(projected.FilesRead, "读取文件")
	})
}

// admit answers the address of a service of the server's node, and a token for it. The function says the path and the scopes.
func (s *Routes) admit(ctx context.Context, id string, to func(found) (string, []string, error)) (contract.NodeAuth, error) {
	record, err := s.read(ctx, id)
	if err == nil {
		err = usable(record)
	}
	if err != nil {
		return contract.NodeAuth{}, err
	}
	path, scopes, err := to(record)
	switch {
	case err != nil:
		return contract.NodeAuth{}, err
	case !record.reachable():
		return contract.NodeAuth{}, unreachable()
	}
	token, err := s.token(ctx, record, scopes)
	if err != nil {
		return contract.NodeAuth{}, err
	}
	return contract.NodeAuth{URL: strings.TrimPrefix(record.address, "https://") + path, Token: token}, nil
}

// usable refuses what a deleted or suspended server does not allow.
func usable(record found) error {
	switch {
	case record.Deleted != nil:
		return httpkit.Fault(httpkit.KindConflict, "conflict", "服务器已删除。")
	case record.Suspended:
		return httpkit.Fault(httpkit.KindDenied, "forbidden", "服务器已暂停，暂时无法使用。")
	}
	return nil
}

// reachable is true while the link of the server's node is open.
func (f found) reachable() bool { return f.Host != nil && f.Host.Connected && f.address != "" }

// token is the caller's for the node of a server. It carries the epoch of the caller's membership.
func (s *Routes) token(ctx context.Context, record found, scopes []string) (string, error) {
	c, now := identity.FromContext(ctx), s.Now()
	return s.Sign(node.Claims{
		Audience: record.Host.ID, Subject: c.Account, Server: record.ID, ID: c.Credential, Scopes: scopes, Epoch: uint64(record.epoch), //nolint:gosec // counts
		NotBefore: now.Unix(), Expires: now.Add(tokenHolds).Unix(),
	})
}

// unreachable is the error for what needs the node at once while it is away.
func unreachable() error {
	return httpkit.Fault(httpkit.KindUnreachable, "node_unreachable", "节点暂时无法连接，请稍后再试。")
}
