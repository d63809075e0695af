// Package organization says what may happen to a team that owns projects: its stream is organization-<id>.
package organization

// Permissions is a set of what a member may do with the organization itself.
type Permissions uint64

// The permission bits of an organization member.
const (
	EditDetails Permissions = 1 << iota
	ManageInvites
	RemoveMember
	EditMember
	AddProject
	RemoveProject
	DeleteOrganization
	EditMemberDefaults

	AllPermissions = EditMemberDefaults<<1 - 1 // 255
)

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

// SlugReserved gives a slug to an organization. Stream: orgslug-<lower-case slug>.
type SlugReserved struct {
	Slug         string `json:"slug"`
	Organization string `json:"organization"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"organization.created.v1":       Created{},
		"organization.slug-reserved.v1": SlugReserved{},
	}
}
