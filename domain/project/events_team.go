package project

import (
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/team"
)

// MemberInvited asks an account to join the team.
type MemberInvited struct {
	Account     string            `json:"account"`
	Role        string            `json:"role"`
	Permissions Permissions       `json:"permissions"`
	Weight      team.Weight       `json:"weight,omitempty"`
	Ordering    int               `json:"ordering,omitempty"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// MemberJoined accepts an invitation.
type MemberJoined struct {
	Account string `json:"account"`
}

// InvitationDeclined is the answer no of somebody who was invited.
type InvitationDeclined struct {
	Account string `json:"account"`
}

// InvitationWithdrawn takes an invitation back before it was answered.
type InvitationWithdrawn struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// MemberLeft ends a membership by the member's own will.
type MemberLeft struct {
	Account string `json:"account"`
}

// MemberRemoved ends a membership by somebody else's decision.
type MemberRemoved struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// MemberTitled changes the words under a member's name.
type MemberTitled struct {
	Account string            `json:"account"`
	Role    string            `json:"role"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// RightsGranted says what a member may do from now on: all of it, so that a right that is not named is taken.
type RightsGranted struct {
	Account     string            `json:"account"`
	Permissions Permissions       `json:"permissions"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// PayoutWeightSet gives a member another weight in the team's income, from a day on (UTC, as 2026-01-31).
type PayoutWeightSet struct {
	Account   string            `json:"account"`
	Weight    team.Weight       `json:"weight"`
	Effective string            `json:"effective"`
	Reason    *reason.Addressed `json:"reason,omitempty"`
}

// MemberReordered shows a member at another place among the others.
type MemberReordered struct {
	Account  string            `json:"account"`
	Ordering int               `json:"ordering"`
	Reason   *reason.Addressed `json:"reason,omitempty"`
}

// OwnershipHandedOver makes an accepted member the owner. The former owner stays a member with all rights.
type OwnershipHandedOver struct {
	Account string         `json:"account"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// EnteredOrganization gives the project to an organization. The former owner stays a member with all rights.
type EnteredOrganization struct {
	Organization string         `json:"organization"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// LeftOrganization takes the project out of the organization that owned it and gives it to an account.
type LeftOrganization struct {
	Organization string         `json:"organization"`
	Owner        string         `json:"owner"` // account id
	Reason       *reason.Reason `json:"reason,omitempty"`
}
