package project

import (
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/team"
)

// MemberInvited invites an account to the team.
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
type MemberJoined = team.Joined[Permissions]

// InvitationDeclined declines an invitation.
//
// History: {actor} declines the invitation.
type InvitationDeclined = team.Declined[Permissions]

// InvitationWithdrawn withdraws an invitation that was not answered.
//
// History: {actor} withdraws the invitation of {account}[ because {reason.code}].
type InvitationWithdrawn = team.Withdrawn[Permissions]

// MemberLeft ends a membership at the member's own request.
//
// History: {actor} leaves the project.
type MemberLeft = team.Left[Permissions]

// MemberRemoved ends the membership of another account.
//
// History: {actor} removes {account} from the project[ because {reason.code}].
type MemberRemoved = team.Removed[Permissions]

// MemberTitled changes the title of a member.
//
// History: {actor} calls {account} {role}[ because {reason.code}].
type MemberTitled = team.Titled[Permissions]

// RightsGranted replaces the rights of a member: a right that is not included is revoked.
//
// History: {actor} gives {account} the rights {permissions}[ because {reason.code}].
type RightsGranted struct {
	Account     string            `json:"account"`
	Permissions Permissions       `json:"permissions"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// PayoutWeightSet changes a member's payout weight, valid from a given day (UTC, as 2026-01-31).
//
// History: {actor} gives {account} the weight {weight} in the income, from {effective} on[ because {reason.code}].
type PayoutWeightSet = team.WeightSet[Permissions]

// MemberReordered changes a member's place in the list of members.
//
// History: {actor} puts {account} at the place {ordering}[ because {reason.code}].
type MemberReordered = team.Reordered[Permissions]

// OwnershipHandedOver makes an accepted member the owner. The former owner stays a member with all rights.
//
// History: {actor} hands the project over to {account}[ because {reason.code}[: {reason.text}]].
type OwnershipHandedOver = team.HandedOver[Permissions]

// EnteredOrganization makes an organization the owner of the project. The former owner stays a member with all rights.
//
// History: {actor} gives the project to the organization {organization}[ because {reason.code}[: {reason.text}]].
type EnteredOrganization struct {
	Organization string         `json:"organization"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// LeftOrganization makes an account the owner of a project that an organization owned.
//
// History: {actor} takes the project out of the organization {organization}; {owner} owns it[, by the claim {claim}][
// because {reason.code}[: {reason.text}]].
type LeftOrganization struct {
	Organization string         `json:"organization"`
	Owner        string         `json:"owner"`           // account id
	Claim        string         `json:"claim,omitempty"` // the accepted claim
	Reason       *reason.Reason `json:"reason,omitempty"`
}
