// Package organization defines the events of a team that owns projects: its stream is organization-<id>.
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

// SlugChanged gives an organization another slug. The former one redirects to it until another organization takes it.
//
// History: {actor} moves the organization to the address {slug}[ because {reason.code}[: {reason.text}]].
type SlugChanged struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Described changes the description of an organization.
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

// MemberInvited invites an account with rights on the organization itself and on its projects, and with a payout weight
// that is valid from the day on which the account joins.
//
// History: {actor} invites {account} as {role}, with the rights {permissions} on the organization and
// {projectPermissions} on its projects[, with the weight {weight}][ because {reason.code}].
type MemberInvited struct {
	Account            string              `json:"account"`
	Role               string              `json:"role"` // the member's title
	Permissions        Permissions         `json:"permissions"`
	ProjectPermissions project.Permissions `json:"projectPermissions"`
	Weight             team.Weight         `json:"weight,omitempty"`
	Ordering           int                 `json:"ordering,omitempty"`
	Reason             *reason.Addressed   `json:"reason,omitempty"`
}

// MemberJoined accepts an invitation.
//
// History: {actor} accepts the invitation, and is a member.
type MemberJoined = team.Joined[Rights]

// InvitationDeclined declines an invitation.
//
// History: {actor} declines the invitation.
type InvitationDeclined = team.Declined[Rights]

// InvitationWithdrawn withdraws an invitation that was not answered.
//
// History: {actor} takes back the invitation of {account}[ because {reason.code}].
type InvitationWithdrawn = team.Withdrawn[Rights]

// MemberLeft ends a membership at the member's own request.
//
// History: {actor} leaves the organization.
type MemberLeft = team.Left[Rights]

// MemberRemoved ends the membership of another account.
//
// History: {actor} removes {account} from the organization[ because {reason.code}].
type MemberRemoved = team.Removed[Rights]

// MemberTitled changes the title of a member.
//
// History: {actor} calls {account} {role}[ because {reason.code}].
type MemberTitled = team.Titled[Rights]

// RightsGranted replaces the rights of a member: on the organization itself, and on its projects unless a project's own
// team gives other ones.
//
// History: {actor} gives {account} the rights {permissions} on the organization and {projectPermissions} on its
// projects[ because {reason.code}].
type RightsGranted struct {
	Account            string              `json:"account"`
	Permissions        Permissions         `json:"permissions"`
	ProjectPermissions project.Permissions `json:"projectPermissions"`
	Reason             *reason.Addressed   `json:"reason,omitempty"`
}

// PayoutWeightSet changes a member's payout weight, valid from a given day.
//
// History: {actor} gives {account} the weight {weight} from {effective} on[ because {reason.code}].
type PayoutWeightSet = team.WeightSet[Rights]

// MemberReordered changes a member's place in the list of members.
//
// History: {actor} puts {account} at the place {ordering} among the members[ because {reason.code}].
type MemberReordered = team.Reordered[Rights]

// OwnershipHandedOver makes an accepted member the owner, with all rights. The former owner stays a member.
//
// History: {actor} hands the organization over to {account}[ because {reason.code}[: {reason.text}]].
type OwnershipHandedOver = team.HandedOver[Rights]

// Deleted deletes the organization and releases its slug.
//
// History: {actor} deletes the organization at the address {slug}[ because {reason.code}[: {reason.text}]].
type Deleted struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Events of a slug's stream, orgslug-<lower-case slug>.

// SlugReserved reserves a slug for an organization.
//
// History: The address {slug} belongs to the organization {organization}.
type SlugReserved struct {
	Slug         string `json:"slug"`
	Organization string `json:"organization"`
}

// SlugReleased releases a slug; until another organization reserves it, it redirects to Organization unless Gone.
//
// History: The address {slug} of the organization {organization} is free.
type SlugReleased struct {
	Slug         string `json:"slug"`
	Organization string `json:"organization"`
	Gone         bool   `json:"gone,omitempty"`
}

// Events of the stream orgprojects-<organization id>, which lists the projects of the organization.

// ProjectAdded adds a project to the organization.
//
// History: {actor} puts the project {project} into the organization[ because {reason.code}[: {reason.text}]].
type ProjectAdded struct {
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// ProjectRemoved removes a project that was transferred or deleted.
//
// History: {actor} takes the project {project} out of the organization[ because {reason.code}[: {reason.text}]].
type ProjectRemoved struct {
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// ProjectsClosed records that the organization was deleted and accepts no more projects.
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
