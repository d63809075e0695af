package team

import "github.com/modyard/modyard/domain/reason"

// The events of a team whose members have rights of type P. Each kind of thing with teams names its own instances, which
// have their own stored names. The events that contain rights are the thing's own.

// Joined accepts an invitation.
type Joined[P any] struct {
	Account string `json:"account"`
}

// Declined declines an invitation.
type Declined[P any] struct {
	Account string `json:"account"`
}

// Withdrawn withdraws an invitation that was not answered.
type Withdrawn[P any] struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Left ends a membership at the member's own request.
type Left[P any] struct {
	Account string `json:"account"`
}

// Removed ends the membership of another account.
type Removed[P any] struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Titled changes the title of a member.
type Titled[P any] struct {
	Account string            `json:"account"`
	Role    string            `json:"role"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// WeightSet changes a member's payout weight, valid from a given day (UTC, as 2026-01-31).
type WeightSet[P any] struct {
	Account   string            `json:"account"`
	Weight    Weight            `json:"weight"`
	Effective string            `json:"effective"`
	Reason    *reason.Addressed `json:"reason,omitempty"`
}

// Reordered changes a member's place in the list of members.
type Reordered[P any] struct {
	Account  string            `json:"account"`
	Ordering int               `json:"ordering"`
	Reason   *reason.Addressed `json:"reason,omitempty"`
}

// HandedOver makes an accepted member the owner.
type HandedOver[P any] struct {
	Account string         `json:"account"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}
