package team

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandrisk "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/risk"
)

type invitation struct {
	UserID                  string          `json:"user_id"`
	Role                    string          `json:"role,omitempty"`
	Permissions             uint64          `json:"permissions,omitempty" doc:"在资源中的权限"`
	OrganizationPermissions uint64          `json:"organization_permissions,omitempty" doc:"在团队中的权限；仅用于团队"`
	Split                   commands.Weight `json:"payouts_split,omitempty"`
	Ordering                int             `json:"ordering,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // if the staff invites
}

type inviteMember struct {
	commands.Named
	Body invitation
}

// invite is POST …/members.
func (s *Service) invite(ctx context.Context, tx *commands.Tx, t team, in *inviteMember) error {
	if err := t.invite(in.Body); err != nil {
		return err
	}
	if err := s.passes(ctx, tx, "", t.title(in.Body.UserID)); err != nil {
		return err
	}
	return commands.AccountStands(ctx, s.AccountExists, in.Body.UserID)
}

// passes asks whether a member's title may be written, if it has changed.
func (s *Service) passes(ctx context.Context, tx *commands.Tx, before, now string) error {
	return commandrisk.Pass(ctx, tx, s.Phrases, risk.Changed("role", before, now))
}

// join is POST …/join.
func join(_ context.Context, _ *commands.Tx, t team, _ *commands.Named) error { return t.join() }

// memberPatch is the body of PATCH …/members/{user}. A missing or null member changes nothing.
type memberPatch struct {
	Role                    *string          `json:"role,omitempty"`
	Permissions             *uint64          `json:"permissions,omitempty" doc:"在资源中的权限"`
	OrganizationPermissions *uint64          `json:"organization_permissions,omitempty" doc:"在团队中的权限；仅用于团队"`
	Split                   *commands.Weight `json:"payouts_split,omitempty"`
	Effective               string           `json:"payouts_effective,omitempty" format:"date" doc:"收益分成的生效日期（UTC），不早于今天"`
	Ordering                *int             `json:"ordering,omitempty"`

	Reason *reason.Reason `json:"reason,omitempty"` // for edits by the staff
}

type changeMember struct {
	commands.Named
	User string `path:"user"`
	Body memberPatch
}

// change is PATCH …/members/{user}.
func (s *Service) change(ctx context.Context, tx *commands.Tx, t team, in *changeMember) error {
	before := t.title(in.User)
	if err := t.change(in.User, in.Body); err != nil {
		return err
	}
	return s.passes(ctx, tx, before, t.title(in.User))
}

type dropMember struct {
	commands.Named
	User string `path:"user"`
	commands.Because
}

// drop is DELETE …/members/{user}: it removes a member, withdraws or declines an invitation, or leaves the team.
func drop(_ context.Context, _ *commands.Tx, t team, in *dropMember) error {
	return t.drop(in.User, in.Reason())
}

type newOwner struct {
	UserID string `json:"user_id"`

	Reason *reason.Reason `json:"reason,omitempty"` // if the staff transfers
}

type transferTeam struct {
	commands.Named
	Body newOwner
}

// transfer is PATCH …/owner.
func transfer(_ context.Context, _ *commands.Tx, t team, in *transferTeam) error {
	return t.transfer(in.Body.UserID, in.Body.Reason)
}
