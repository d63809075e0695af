// Package organization says what may happen to a team that owns projects: its stream is organization-<id>.
package organization

import "github.com/modyard/modyard/domain/project"

// Created begins an organization with its owner as first member.
type Created struct {
	Organization string `json:"organization"`
	Slug         string `json:"slug"`
	Name         string `json:"name"`
	Description  string `json:"description,omitempty"`
	IconURL      string `json:"iconUrl,omitempty"`
	Owner        string `json:"owner"`            // account id
	Repost       bool   `json:"repost,omitempty"` // one of the site's own repost teams (搬运团队)
}

// Edited changes what an organization says of itself. A nil field is unchanged.
type Edited struct {
	Name        *string `json:"name,omitempty"`
	Slug        *string `json:"slug,omitempty"`
	Description *string `json:"description,omitempty"`
}

// IconChanged sets or removes (empty URL) the icon. Color is its mean colour, 0xRRGGBB.
type IconChanged struct {
	URL   string `json:"url,omitempty"`
	Color *int   `json:"color,omitempty"`
}

// MemberInvited asks an account to join: with rights on the organization itself, and on its projects.
type MemberInvited struct {
	Account            string              `json:"account"`
	Role               string              `json:"role"`
	Permissions        Permissions         `json:"permissions"`
	ProjectPermissions project.Permissions `json:"projectPermissions"`
	Split              float64             `json:"split,omitempty"`
	Ordering           int                 `json:"ordering,omitempty"`
}

// MemberJoined accepts an invitation.
type MemberJoined struct {
	Account string `json:"account"`
}

// MemberEdited changes a member. A nil field is unchanged.
type MemberEdited struct {
	Account            string               `json:"account"`
	Role               *string              `json:"role,omitempty"`
	Permissions        *Permissions         `json:"permissions,omitempty"`
	ProjectPermissions *project.Permissions `json:"projectPermissions,omitempty"`
	Split              *float64             `json:"split,omitempty"`
	Ordering           *int                 `json:"ordering,omitempty"`
}

// MemberRemoved ends a membership or an invitation, by whomever.
type MemberRemoved struct {
	Account string `json:"account"`
}

// OwnerChanged hands the organization to an accepted member. The former owner stays a member.
type OwnerChanged struct {
	Account string `json:"account"`
}

// Deleted ends the organization; its slug is free again.
type Deleted struct {
	Slug string `json:"slug"`
}

// Events of a slug's stream, orgslug-<lower-case slug>.

// SlugReserved gives a slug to an organization.
type SlugReserved struct {
	Slug         string `json:"slug"`
	Organization string `json:"organization"`
}

// SlugReleased frees it; until someone else reserves it, it leads to Organization unless Gone.
type SlugReleased struct {
	Slug         string `json:"slug"`
	Organization string `json:"organization"`
	Gone         bool   `json:"gone,omitempty"`
}

// Events of the stream orgprojects-<organization id>, which says what the organization owns.

// ProjectAdded is appended with the event that gives a project to the organization.
type ProjectAdded struct {
	Project string `json:"project"`
}

// ProjectRemoved is appended with the event that takes a project out, or deletes it.
type ProjectRemoved struct {
	Project string `json:"project"`
}

// ProjectsClosed is appended with organization.deleted.v1: nothing is added after it.
type ProjectsClosed struct{}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"organization.created.v1":         Created{},
		"organization.edited.v1":          Edited{},
		"organization.icon-changed.v1":    IconChanged{},
		"organization.member-invited.v1":  MemberInvited{},
		"organization.member-joined.v1":   MemberJoined{},
		"organization.member-edited.v1":   MemberEdited{},
		"organization.member-removed.v1":  MemberRemoved{},
		"organization.owner-changed.v1":   OwnerChanged{},
		"organization.deleted.v1":         Deleted{},
		"organization.slug-reserved.v1":   SlugReserved{},
		"organization.slug-released.v1":   SlugReleased{},
		"organization.project-added.v1":   ProjectAdded{},
		"organization.project-removed.v1": ProjectRemoved{},
		"organization.projects-closed.v1": ProjectsClosed{},
	}
}
