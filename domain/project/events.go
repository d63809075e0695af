package project

// Events of a project's stream, project-<id>. A name is frozen once written: an additive
// change keeps it, any other takes the next number and an upcaster.

// Created begins a project as a draft. Exactly one of Owner and Organization is set.
type Created struct {
	Project      string      `json:"project"`
	Slug         string      `json:"slug"`
	Type         Type        `json:"type"`
	Title        string      `json:"title"`
	Summary      string      `json:"summary"`
	Body         string      `json:"body,omitempty"`
	Owner        string      `json:"owner,omitempty"`        // account id
	Organization string      `json:"organization,omitempty"` // organization id
	License      License     `json:"license"`
	Environments Environment `json:"environments"`
	Categories   []string    `json:"categories,omitempty"`
	Additional   []string    `json:"additional,omitempty"`
	Links        Links       `json:"links"`
	Aliases      []Alias     `json:"aliases,omitempty"`
	Requested    Status      `json:"requested,omitempty"` // status to take once approved
}

// Edited changes what a project says of itself. A nil field is unchanged.
type Edited struct {
	Title        *string      `json:"title,omitempty"`
	Slug         *string      `json:"slug,omitempty"`
	Summary      *string      `json:"summary,omitempty"`
	Body         *string      `json:"body,omitempty"`
	Categories   *[]string    `json:"categories,omitempty"`
	Additional   *[]string    `json:"additional,omitempty"`
	Links        *Links       `json:"links,omitempty"`
	License      *License     `json:"license,omitempty"`
	Environments *Environment `json:"environments,omitempty"`
	Aliases      *[]Alias     `json:"aliases,omitempty"`
	Requested    *Status      `json:"requested,omitempty"`
}

// IconChanged sets or removes (empty URL) the icon. Color is its mean colour, 0xRRGGBB.
type IconChanged struct {
	URL   string `json:"url,omitempty"`
	Color *int   `json:"color,omitempty"`
}

// GalleryAdded adds a picture.
type GalleryAdded struct {
	Picture Picture `json:"picture"`
}

// GalleryEdited changes a picture's words, order or prominence. A nil field is unchanged.
type GalleryEdited struct {
	URL         string  `json:"url"`
	Title       *string `json:"title,omitempty"`
	Description *string `json:"description,omitempty"`
	Featured    *bool   `json:"featured,omitempty"`
	Ordering    *int    `json:"ordering,omitempty"`
}

// GalleryRemoved takes a picture out.
type GalleryRemoved struct {
	URL string `json:"url"`
}

// Submitted puts the project into review. The queue is ordered by the time of this event.
type Submitted struct {
	From      Status `json:"from"`
	Requested Status `json:"requested"`
}

// Approved ends a review round, or changes an approved project's visibility by staff: the project now has Status.
type Approved struct {
	From    Status `json:"from"`
	Status  Status `json:"status"`
	Message string `json:"message,omitempty"`
}

// Rejected ends a review round: the project is hidden until resubmitted.
type Rejected struct {
	From    Status `json:"from"`
	Message string `json:"message,omitempty"`
}

// Withheld ends a review round: the project is reachable by its link only.
type Withheld struct {
	From    Status `json:"from"`
	Message string `json:"message,omitempty"`
}

// StatusChanged is a member's own change among the statuses an approved project may take
// (archived, unlisted, private, approved again), or a return to draft.
type StatusChanged struct {
	From Status `json:"from"`
	To   Status `json:"to"`
}

// VersionAdded and VersionRemoved say which versions stand; their details are in version-<id>.
type VersionAdded struct {
	Version string `json:"version"`
}

// VersionRemoved is appended together with version.deleted.v1.
type VersionRemoved struct {
	Version string `json:"version"`
}

// MemberInvited asks an account to join the team.
type MemberInvited struct {
	Account     string      `json:"account"`
	Role        string      `json:"role"`
	Permissions Permissions `json:"permissions"`
	Split       float64     `json:"split,omitempty"`
	Ordering    int         `json:"ordering,omitempty"`
}

// MemberJoined accepts an invitation.
type MemberJoined struct {
	Account string `json:"account"`
}

// MemberEdited changes a member. A nil field is unchanged.
type MemberEdited struct {
	Account     string       `json:"account"`
	Role        *string      `json:"role,omitempty"`
	Permissions *Permissions `json:"permissions,omitempty"`
	Split       *float64     `json:"split,omitempty"`
	Ordering    *int         `json:"ordering,omitempty"`
}

// MemberRemoved ends a membership or an invitation, by whomever.
type MemberRemoved struct {
	Account string `json:"account"`
}

// OwnerChanged hands the project to an accepted member.
type OwnerChanged struct {
	Account string `json:"account"`
}

// OrganizationChanged moves the project into an organization, which then owns it, or out of one, to Owner. Exactly
// one of both is set. The former owner stays a member with all rights.
type OrganizationChanged struct {
	Organization string `json:"organization,omitempty"` // organization id
	Owner        string `json:"owner,omitempty"`        // account id
}

// DownloadsOpened is the opening balance of downloads counted elsewhere before the project came here.
type DownloadsOpened struct {
	Count     int64  `json:"count"`
	Estimated bool   `json:"estimated,omitempty"`
	Source    string `json:"source,omitempty"`
}

// Deleted ends the project; its slug is free again.
type Deleted struct {
	Slug string `json:"slug"`
}

// Events of a slug's stream, slug-<lower-case slug>.

// SlugReserved gives a slug to a project.
type SlugReserved struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
}

// SlugReleased frees it; until someone else reserves it, it redirects to Project unless Gone.
type SlugReleased struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
	Gone    bool   `json:"gone,omitempty"`
}

// Events of a version's stream, version-<id>.

// VersionCreated publishes a version with its files.
type VersionCreated struct {
	Version      string        `json:"version"`
	Project      string        `json:"project"`
	Author       string        `json:"author,omitempty"` // account id
	Name         string        `json:"name"`
	Number       string        `json:"number"`
	Changelog    string        `json:"changelog,omitempty"`
	Channel      Channel       `json:"channel"`
	Status       VersionStatus `json:"status"`
	Featured     bool          `json:"featured,omitempty"`
	Loaders      []string      `json:"loaders,omitempty"`
	GameVersions []string      `json:"gameVersions,omitempty"`
	Dependencies []Dependency  `json:"dependencies,omitempty"`
	Files        []File        `json:"files,omitempty"`
}

// VersionEdited changes a version. A nil field is unchanged.
type VersionEdited struct {
	Version      string         `json:"version"`
	Project      string         `json:"project"`
	Name         *string        `json:"name,omitempty"`
	Number       *string        `json:"number,omitempty"`
	Changelog    *string        `json:"changelog,omitempty"`
	Channel      *Channel       `json:"channel,omitempty"`
	Status       *VersionStatus `json:"status,omitempty"`
	Featured     *bool          `json:"featured,omitempty"`
	Loaders      *[]string      `json:"loaders,omitempty"`
	GameVersions *[]string      `json:"gameVersions,omitempty"`
	Dependencies *[]Dependency  `json:"dependencies,omitempty"`
	Primary      *string        `json:"primary,omitempty"` // sha512 of the file that becomes primary
	// Kinds are the new kinds of files, by their sha512; the others keep theirs.
	Kinds *map[string]string `json:"kinds,omitempty"`
}

// FilesAdded adds files to a version.
type FilesAdded struct {
	Version string `json:"version"`
	Project string `json:"project"`
	Files   []File `json:"files"`
}

// FileRemoved takes a file out of a version.
type FileRemoved struct {
	Version string `json:"version"`
	Project string `json:"project"`
	SHA512  string `json:"sha512"`
}

// VersionDeleted ends a version.
type VersionDeleted struct {
	Version string `json:"version"`
	Project string `json:"project"`
}

// Events of a file's stream, file-<sha512 in hex>: one file may stand in one version only.

// FileClaimed reserves the file for a version.
type FileClaimed struct {
	SHA512  string `json:"sha512"`
	Version string `json:"version"`
}

// FileReleased frees it.
type FileReleased struct {
	SHA512  string `json:"sha512"`
	Version string `json:"version"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"project.created.v1":              Created{},
		"project.edited.v1":               Edited{},
		"project.icon-changed.v1":         IconChanged{},
		"project.gallery-added.v1":        GalleryAdded{},
		"project.gallery-edited.v1":       GalleryEdited{},
		"project.gallery-removed.v1":      GalleryRemoved{},
		"project.submitted.v1":            Submitted{},
		"project.approved.v1":             Approved{},
		"project.rejected.v1":             Rejected{},
		"project.withheld.v1":             Withheld{},
		"project.status-changed.v1":       StatusChanged{},
		"project.version-added.v1":        VersionAdded{},
		"project.version-removed.v1":      VersionRemoved{},
		"project.member-invited.v1":       MemberInvited{},
		"project.member-joined.v1":        MemberJoined{},
		"project.member-edited.v1":        MemberEdited{},
		"project.member-removed.v1":       MemberRemoved{},
		"project.owner-changed.v1":        OwnerChanged{},
		"project.organization-changed.v1": OrganizationChanged{},
		"project.downloads-opened.v1":     DownloadsOpened{},
		"project.deleted.v1":              Deleted{},
		"slug.reserved.v1":                SlugReserved{},
		"slug.released.v1":                SlugReleased{},
		"version.created.v1":              VersionCreated{},
		"version.edited.v1":               VersionEdited{},
		"version.files-added.v1":          FilesAdded{},
		"version.file-removed.v1":         FileRemoved{},
		"version.deleted.v1":              VersionDeleted{},
		"file.claimed.v1":                 FileClaimed{},
		"file.released.v1":                FileReleased{},
	}
}
