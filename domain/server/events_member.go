package server

import (
	"time"

	"github.com/modyard/modyard/domain/reason"
)

// MemberInvited asks an account to join the members of a server. Until it joins, it sees the invitation alone.
//
// History: {actor} invites {account} to the server {server} as {role}.
type MemberInvited struct {
	Server  string     `json:"server"`
	Account string     `json:"account"`
	Role    MemberRole `json:"role"`
	Until   time.Time  `json:"until"` // the invitation holds no longer
}

// MemberJoined accepts an invitation.
//
// History: {account} joins the members of the server {server}.
type MemberJoined struct {
	Server  string `json:"server"`
	Account string `json:"account"`
}

// MemberLeft ends a membership, or declines an invitation, by the account's own decision.
//
// History: {account} leaves the members of the server {server}.
type MemberLeft struct {
	Server  string `json:"server"`
	Account string `json:"account"`
}

// MemberRemoved ends the membership or the invitation of another account.
//
// History: {actor} removes {account} from the members of the server {server}.
type MemberRemoved struct {
	Server  string `json:"server"`
	Account string `json:"account"`
}

// MemberRoleSet gives a member, or an invited account, another role.
//
// History: {actor} changes the role of {account} on the server {server} from {from} to {role}.
type MemberRoleSet struct {
	Server  string     `json:"server"`
	Account string     `json:"account"`
	From    MemberRole `json:"from"`
	Role    MemberRole `json:"role"`
}

// HandedOver makes a member the owner of a server. The owner before is an editor from now on.
//
// History: {actor} hands the server {server} of {owner} over to {account}[ because {reason.code}].
type HandedOver struct {
	Server  string            `json:"server"`
	Owner   string            `json:"owner"`   // before
	Account string            `json:"account"` // from now on
	Reason  *reason.Addressed `json:"reason,omitempty"`
}
