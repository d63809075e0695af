package server

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

func (s *Service) memberRoutes(api *httpkit.API) {
	own := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeServerWrite}
	}
	commands.Mount(api, s.Handler, own("POST /v3/server/{id}/members", "邀请成员"), s.invite)
	commands.Mount(api, s.Handler, own("PATCH /v3/server/{id}/members/{member}", "更改成员的角色"), setRole)
	commands.Mount(api, s.Handler, own("DELETE /v3/server/{id}/members/{member}", "移除成员、离开或谢绝邀请"), removeMember)
	commands.Mount(api, s.Handler, own("PATCH /v3/server/{id}/properties", "更改服务器属性"), s.setProperties)
	commands.Mount(api, s.Handler, own("POST /v3/server/{id}/join", "接受邀请"), joinMembers)
	commands.Mount(api, s.Handler, own("POST /v3/server/{id}/owner", "移交服务器"), s.handOver)
}

type inviteInput struct {
	Account string `json:"account" doc:"用户的 ID 或用户名"`
	Role    string `json:"role" doc:"editor 或 viewer"`
}

type inviteMember struct {
	commands.Named
	Body inviteInput
}

// invite is POST /v3/server/{id}/members.
func (s *Service) invite(ctx context.Context, tx *commands.Tx, in *inviteMember) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	account, err := s.Account(ctx, in.Body.Account)
	if err != nil {
		return err
	}
	return e.Do(server.Invite{By: tx.By(), Account: account, Role: server.MemberRole(in.Body.Role), Now: tx.Now()})
}

type member struct {
	commands.Named
	Member string `path:"member" doc:"用户的 ID"`
}

type roleInput struct {
	Role string `json:"role" doc:"editor 或 viewer"`
}

type changeRole struct {
	commands.Named
	Member string `path:"member" doc:"用户的 ID"`
	Body   roleInput
}

// setRole is PATCH /v3/server/{id}/members/{member}.
func setRole(ctx context.Context, tx *commands.Tx, in *changeRole) error {
	return do(ctx, tx, in.ID, server.SetRole{By: tx.By(), Account: in.Member, Role: server.MemberRole(in.Body.Role)})
}

// removeMember is DELETE /v3/server/{id}/members/{member}.
func removeMember(ctx context.Context, tx *commands.Tx, in *member) error {
	return do(ctx, tx, in.ID, server.RemoveMember{By: tx.By(), Account: in.Member})
}

// joinMembers is POST /v3/server/{id}/join.
func joinMembers(ctx context.Context, tx *commands.Tx, in *commands.Named) error {
	return do(ctx, tx, in.ID, server.JoinMembers{By: tx.By(), Now: tx.Now()})
}

type ownerInput struct {
	Account string         `json:"account" doc:"已加入的成员，ID 或用户名"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

type changeOwner struct {
	commands.Named
	Body ownerInput
}

// handOver is POST /v3/server/{id}/owner.
func (s *Service) handOver(ctx context.Context, tx *commands.Tx, in *changeOwner) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	account, err := s.Account(ctx, in.Body.Account)
	if err != nil {
		return err
	}
	return e.Do(server.HandOver{By: tx.By(), Account: account, Reason: in.Body.Reason})
}
