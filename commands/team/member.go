package team

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/reason"
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
func (s *Service) invite(ctx context.Context, _ *commands.Tx, t team, in *inviteMember) error {
	if err := t.invite(in.Body); err != nil {
		return err
	}
	return commands.AccountStands(ctx, s.AccountExists, in.Body.UserID)
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
func change(_ context.Context, _ *commands.Tx, t team, in *changeMember) error {
	return t.change(in.User, in.Body)
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
