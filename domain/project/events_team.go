package project

import (
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/team"
)

// MemberInvited asks an account to join the team.
//
// History: {actor} invites {account} as {role}, with the rights {permissions}[, with the weight {weight}][ because
// {reason.code}].
type MemberInvited struct {
	Account     string            `json:"account"`
	Role        string            `json:"role"`
	Permissions Permissions       `json:"permissions"`
	Weight      team.Weight       `json:"weight,omitempty"`
	Ordering    int               `json:"ordering,omitempty"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// MemberJoined accepts an invitation.
//
// History: {actor} accepts the invitation, and is a member of the project.
type MemberJoined struct {
	Account string `json:"account"`
}

// InvitationDeclined is the answer no of somebody who was invited.
//
// History: {actor} declines the invitation.
type InvitationDeclined struct {
	Account string `json:"account"`
}

// InvitationWithdrawn takes an invitation back before it was answered.
//
// History: {actor} withdraws the invitation of {account}[ because {reason.code}].
type InvitationWithdrawn struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// MemberLeft ends a membership by the member's own will.
//
// History: {actor} leaves the project.
type MemberLeft struct {
	Account string `json:"account"`
}

// MemberRemoved ends a membership by somebody else's decision.
//
// History: {actor} removes {account} from the project[ because {reason.code}].
type MemberRemoved struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// MemberTitled changes the words under a member's name.
//
// History: {actor} calls {account} {role}[ because {reason.code}].
type MemberTitled struct {
	Account string            `json:"account"`
	Role    string            `json:"role"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// RightsGranted says what a member may do from now on: all of it, so that a right that is not named is taken.
//
// History: {actor} gives {account} the rights {permissions}[ because {reason.code}].
type RightsGranted struct {
	Account     string            `json:"account"`
	Permissions Permissions       `json:"permissions"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// PayoutWeightSet gives a member another weight in the team's income, from a day on (UTC, as 2026-01-31).
//
// History: {actor} gives {account} the weight {weight} in the income, from {effective} on[ because {reason.code}].
type PayoutWeightSet struct {
	Account   string            `json:"account"`
	Weight    team.Weight       `json:"weight"`
	Effective string            `json:"effective"`
	Reason    *reason.Addressed `json:"reason,omitempty"`
}

// MemberReordered shows a member at another place among the others.
//
// History: {actor} puts {account} at the place {ordering}[ because {reason.code}].
type MemberReordered struct {
	Account  string            `json:"account"`
	Ordering int               `json:"ordering"`
	Reason   *reason.Addressed `json:"reason,omitempty"`
}

// OwnershipHandedOver makes an accepted member the owner. The former owner stays a member with all rights.
//
// History: {actor} hands the project over to {account}[ because {reason.code}[: {reason.text}]].
type OwnershipHandedOver struct {
	Account string         `json:"account"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// EnteredOrganization gives the project to an organization. The former owner stays a member with all rights.
//
// History: {actor} gives the project to the organization {organization}[ because {reason.code}[: {reason.text}]].
type EnteredOrganization struct {
	Organization string         `json:"organization"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// LeftOrganization takes the project out of the organization that owned it and gives it to an account.
//
// History: {actor} takes the project out of the organization {organization}; {owner} owns it[, by the claim {claim}][
// because {reason.code}[: {reason.text}]].
type LeftOrganization struct {
	Organization string         `json:"organization"`
	Owner        string         `json:"owner"`           // account id
	Claim        string         `json:"claim,omitempty"` // that was accepted
	Reason       *reason.Reason `json:"reason,omitempty"`
}
