// Package claim defines how the author of an imported project becomes its owner: a claim gives evidence, and the staff
// decides (stream claim-<id>). Open claims are also listed by project (claims-<project>) and by account
// (claimant-<account>).
package claim

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Proof is the kind of evidence that the account made the project.
type Proof string

// The proofs.
const (
	Link  Proof = "link"  // a page that shows it
	Token Proof = "token" // the token of the claimant is in the description of the source repository
)

// Filed begins a claim.
//
// History: {actor} claims the project {project} of the organization {organization}, with a {proof} as proof.
type Filed struct {
	Claim        string        `json:"claim"`
	Project      string        `json:"project"`
	Organization string        `json:"organization"`
	Account      string        `json:"account"`
	Proof        Proof         `json:"proof"`
	Address      erasable.Text `json:"address"` // of the page or the repository
	Note         erasable.Text `json:"note"`
}

// Withdrawn ends a claim at the claimant's request.
//
// History: {actor} withdraws the claim to the project {project}.
type Withdrawn struct {
	Claim   string `json:"claim"`
	Project string `json:"project"`
	Account string `json:"account"`
}

// Accepted gives the project to the claimant.
//
// History: {actor} accepts the claim of {account} to the project {project}[ because {reason.code}].
type Accepted struct {
	Claim   string            `json:"claim"`
	Project string            `json:"project"`
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Rejected ends a claim without a change of the project's owner.
//
// History: {actor} rejects the claim of {account} to the project {project}[ because {reason.code}].
type Rejected struct {
	Claim   string            `json:"claim"`
	Project string            `json:"project"`
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// Superseded ends a claim to a project that another account got by another claim.
//
// History: the claim of {account} to the project {project} ends, because the claim {by} was accepted.
type Superseded struct {
	Claim   string `json:"claim"`
	Project string `json:"project"`
	Account string `json:"account"`
	By      string `json:"by"` // claim id
}

// Listed records that a claim is open. Streams: claims-<project>, claimant-<account>.
//
// History: {account} has the claim {claim} to the project {project} open.
type Listed struct {
	Claim   string `json:"claim"`
	Project string `json:"project"`
	Account string `json:"account"`
}

// Unlisted records that a claim is no longer open. Streams: claims-<project>, claimant-<account>.
//
// History: {account} has the claim {claim} to the project {project} open no longer.
type Unlisted struct {
	Claim   string `json:"claim"`
	Project string `json:"project"`
	Account string `json:"account"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"claim.filed.v1":      Filed{},
		"claim.withdrawn.v1":  Withdrawn{},
		"claim.accepted.v1":   Accepted{},
		"claim.rejected.v1":   Rejected{},
		"claim.superseded.v1": Superseded{},
		"claims.listed.v1":    Listed{},
		"claims.unlisted.v1":  Unlisted{},
	}
}
