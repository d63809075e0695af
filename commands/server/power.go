package server

import (
	"context"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
)

type entity = commands.Entity[server.State, server.Command]

// get loads a server. What cannot be an id names no server.
func get(ctx context.Context, tx *commands.Tx, id string) (*entity, error) {
	if !ids.Valid(id) {
		return nil, server.Missing(server.State{})
	}
	return Servers().Get(ctx, tx, id)
}

// do decides a command on a server.
func do(ctx context.Context, tx *commands.Tx, id string, c server.Command) error {
	e, err := get(ctx, tx, id)
	if err != nil {
		return err
	}
	return e.Do(c)
}

type powerInput struct {
	Action string `json:"action" doc:"Start、Stop、Restart 或 Kill，不区分大小写"`
}

type changePower struct {
	commands.Named
	Body powerInput
}

// power is POST /servers/{id}/power. A node that is away cannot execute it: nothing is recorded.
func (s *Service) power(ctx context.Context, tx *commands.Tx, in *changePower) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	connected, err := s.Connected(ctx, e.State().Node)
	if err != nil {
		return err
	}
	return e.Do(server.RequestPower{By: tx.By(), Action: server.Action(strings.ToLower(in.Body.Action)), Connected: connected, Now: tx.Now()})
}

type nameInput struct {
	Name string `json:"name" doc:"1 至 48 个字符"`
}

type changeName struct {
	commands.Named
	Body nameInput
}

// rename is POST /servers/{id}/name.
func rename(ctx context.Context, tx *commands.Tx, in *changeName) error {
	return do(ctx, tx, in.ID, server.Rename{By: tx.By(), Name: in.Body.Name})
}

type suspendInput struct {
	Suspended  bool           `json:"suspended"`
	Suspension string         `json:"suspension_reason,omitempty" enum:"moderated,paymentfailed,cancelled,upgrading,other" doc:"暂停的类别，默认 other"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

type changeSuspension struct {
	commands.Named
	Body suspendInput
}

// suspend is POST /servers/{id}/suspend, for both directions.
func suspend(ctx context.Context, tx *commands.Tx, in *changeSuspension) error {
	e, err := get(ctx, tx, in.ID)
	switch {
	case err != nil:
		return err
	case in.Body.Suspended:
		return e.Do(server.Suspend{By: tx.By(), Suspension: server.Suspension(in.Body.Suspension), Reason: in.Body.Reason})
	}
	return e.Do(server.Unsuspend{By: tx.By(), Reason: in.Body.Reason})
}

type reasonInput struct {
	Reason *reason.Reason `json:"reason,omitempty"`
}

type decideOver struct {
	commands.Named
	Body reasonInput
}

// remove is POST /v3/server/{id}/delete.
func remove(ctx context.Context, tx *commands.Tx, in *decideOver) error {
	return do(ctx, tx, in.ID, server.Delete{By: tx.By(), Reason: in.Body.Reason})
}

// bringBack is POST /v3/server/{id}/return.
func bringBack(ctx context.Context, tx *commands.Tx, in *decideOver) error {
	return do(ctx, tx, in.ID, server.Return{By: tx.By(), Reason: in.Body.Reason, Now: tx.Now()})
}
