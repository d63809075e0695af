// Package organization says what may happen to a team that owns projects: its stream is organization-<id>.
package organization

import (
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/team"
)

// Created begins an organization with its owner as first member.
//
// History: {actor} makes the organization {name}, at the address {slug}, of which {owner} is the owner[: {description}].
type Created struct {
	Organization string `json:"organization"`
	Slug         string `json:"slug"`
	Name         string `json:"name"`
	Description  string `json:"description,omitempty"`
	IconURL      string `json:"iconUrl,omitempty"`
	Owner        string `json:"owner"`            // account id
	Repost       bool   `json:"repost,omitempty"` // one of the site's own repost teams (搬运团队)
}

// Renamed gives an organization another name.
//
// History: {actor} names the organization {name}[ because {reason.code}[: {reason.text}]].
type Renamed struct {
	Name   string         `json:"name"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// SlugChanged gives an organization another address. The former one leads to it until somebody else takes it.
//
// History: {actor} moves the organization to the address {slug}[ because {reason.code}[: {reason.text}]].
type SlugChanged struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Described changes what an organization says of itself.
//
// History: {actor} describes the organization: {description}[ because {reason.code}[: {reason.text}]].
type Described struct {
	Description string         `json:"description"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

// IconChanged sets or removes (empty URL) the icon. Color is its mean colour, 0xRRGGBB.
//
// History: {actor} changes the icon of the organization[ to {url}][ because {reason.code}[: {reason.text}]].
type IconChanged struct {
	URL    string         `json:"url,omitempty"`
	Color  *int           `json:"color,omitempty"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// MemberInvited asks an account to join: with rights on the organization itself and on its projects, and with the
// weight in its income that counts from the day on which the account joins.
//
// History: {actor} invites {account} as {role}, with the rights {permissions} on the organization and
// {projectPermissions} on its projects[, with the weight {weight}][ because {reason.code}].
type MemberInvited struct {
	Account            string              `json:"account"`
	Role               string              `json:"role"` // what the member is called
	Permissions        Permissions         `json:"permissions"`
	ProjectPermissions project.Permissions `json:"projectPermissions"`
	Weight             team.Weight         `json:"weight,omitempty"`
	Ordering           int                 `json:"ordering,omitempty"`
	Reason             *reason.Addressed   `json:"reason,omitempty"`
}

// MemberJoined accepts an invitation.
//
// History: {actor} accepts the invitation, and is a member.
type MemberJoined struct {
	Account string `json:"account"`
}

// InvitationDeclined says that the invited account does not want to join.
//
// History: {actor} declines the invitation.
type InvitationDeclined struct {
	Account string `json:"account"`
}

// InvitationWithdrawn takes an invitation back that was not answered.
//
// History: {actor} takes back the invitation of {account}[ because {reason.code}].
type InvitationWithdrawn struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// MemberLeft says that a member went of his own will.
//
// History: {actor} leaves the organization.
type MemberLeft struct {
	Account string `json:"account"`
}

// MemberRemoved ends somebody else's membership.
//
// History: {actor} removes {account} from the organization[ because {reason.code}].
type MemberRemoved struct {
	Account string            `json:"account"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// MemberTitled changes what a member is called in the organization.
//
// History: {actor} calls {account} {role}[ because {reason.code}].
type MemberTitled struct {
	Account string            `json:"account"`
	Role    string            `json:"role"`
	Reason  *reason.Addressed `json:"reason,omitempty"`
}

// RightsGranted says what a member may do from now on: with the organization itself, and with its projects unless
// a project's own team says otherwise. Both sets are whole.
//
// History: {actor} gives {account} the rights {permissions} on the organization and {projectPermissions} on its
// projects[ because {reason.code}].
type RightsGranted struct {
	Account            string              `json:"account"`
	Permissions        Permissions         `json:"permissions"`
	ProjectPermissions project.Permissions `json:"projectPermissions"`
	Reason             *reason.Addressed   `json:"reason,omitempty"`
}

// PayoutWeightSet changes a member's weight in the organization's income from a day on.
//
// History: {actor} gives {account} the weight {weight} from {effective} on[ because {reason.code}].
type PayoutWeightSet struct {
	Account   string            `json:"account"`
	Weight    team.Weight       `json:"weight"`
	Effective string            `json:"effective"` // UTC date, YYYY-MM-DD
	Reason    *reason.Addressed `json:"reason,omitempty"`
}

// MemberReordered changes a member's place in the list of members.
//
// History: {actor} puts {account} at the place {ordering} among the members[ because {reason.code}].
type MemberReordered struct {
	Account  string            `json:"account"`
	Ordering int               `json:"ordering"`
	Reason   *reason.Addressed `json:"reason,omitempty"`
}

// OwnershipHandedOver makes an accepted member the owner, with all rights. The former owner stays a member.
//
// History: {actor} hands the organization over to {account}[ because {reason.code}[: {reason.text}]].
type OwnershipHandedOver struct {
	Account string         `json:"account"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Deleted ends the organization; its slug is free again.
//
// History: {actor} deletes the organization at the address {slug}[ because {reason.code}[: {reason.text}]].
type Deleted struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Events of a slug's stream, orgslug-<lower-case slug>.

// SlugReserved gives an address to an organization.
//
// History: The address {slug} belongs to the organization {organization}.
type SlugReserved struct {
	Slug         string `json:"slug"`
	Organization string `json:"organization"`
}

// SlugReleased frees it; until someone else reserves it, it leads to Organization unless Gone.
//
// History: The address {slug} of the organization {organization} is free.
type SlugReleased struct {
	Slug         string `json:"slug"`
	Organization string `json:"organization"`
	Gone         bool   `json:"gone,omitempty"`
}

// Events of the stream orgprojects-<organization id>, which says what the organization owns.

// ProjectAdded says that the organization owns one project more.
//
// History: {actor} puts the project {project} into the organization[ because {reason.code}[: {reason.text}]].
type ProjectAdded struct {
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// ProjectRemoved says that it owns one project less, which was taken out or deleted.
//
// History: {actor} takes the project {project} out of the organization[ because {reason.code}[: {reason.text}]].
type ProjectRemoved struct {
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// ProjectsClosed says that the organization is gone, and takes no more projects.
//
// History: The organization takes no more projects.
type ProjectsClosed struct{}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"organization.created.v1":               Created{},
		"organization.renamed.v1":               Renamed{},
		"organization.slug-changed.v1":          SlugChanged{},
		"organization.described.v1":             Described{},
		"organization.icon-changed.v1":          IconChanged{},
		"organization.member-invited.v1":        MemberInvited{},
		"organization.member-joined.v1":         MemberJoined{},
		"organization.invitation-declined.v1":   InvitationDeclined{},
		"organization.invitation-withdrawn.v1":  InvitationWithdrawn{},
		"organization.member-left.v1":           MemberLeft{},
		"organization.member-removed.v1":        MemberRemoved{},
		"organization.member-titled.v1":         MemberTitled{},
		"organization.rights-granted.v1":        RightsGranted{},
		"organization.payout-weight-set.v1":     PayoutWeightSet{},
		"organization.member-reordered.v1":      MemberReordered{},
		"organization.ownership-handed-over.v1": OwnershipHandedOver{},
		"organization.deleted.v1":               Deleted{},
		"organization.slug-reserved.v1":         SlugReserved{},
		"organization.slug-released.v1":         SlugReleased{},
		"organization.project-added.v1":         ProjectAdded{},
		"organization.project-removed.v1":       ProjectRemoved{},
		"organization.projects-closed.v1":       ProjectsClosed{},
	}
}
