package project

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Type is the kind of content of a project. Plugins and data packs are projects of type mod with their own loaders;
// TypePlugin and TypeDatapack record what the creator chose.
type Type string

// The eight types a creator chooses from.
const (
	TypeMod          Type = "mod"
	TypePlugin       Type = "plugin"
	TypeDatapack     Type = "datapack"
	TypeModpack      Type = "modpack"
	TypeResourcepack Type = "resourcepack"
	TypeShader       Type = "shader"
	TypeSoftware     Type = "software"
	TypeLanguage     Type = "language"
)

// Status is the review and visibility status of a project.
type Status string

// The statuses of a project.
const (
	Draft      Status = "draft"
	Processing Status = "processing"
	Listed     Status = "approved"
	Archived   Status = "archived"
	Unlisted   Status = "unlisted"
	Private    Status = "private"
	Held       Status = "withheld"
	Refused    Status = "rejected"
	Scheduled  Status = "scheduled"
)

// Permissions is the set of a member's rights.
type Permissions uint64

// The permission bits of a project member.
const (
	UploadVersion Permissions = 1 << iota
	DeleteVersion
	EditDetails
	EditBody
	ManageInvites
	RemoveMember
	EditMember
	DeleteProject
	ViewAnalytics
	ViewPayouts
	WikiEdit

	AllPermissions = WikiEdit<<1 - 1 // 2047
	// ModeratorPermissions are a moderator's rights on every project: 13.
	ModeratorPermissions = EditDetails | EditBody | UploadVersion
)

// Has is true if p contains every bit of q.
func (p Permissions) Has(q Permissions) bool { return p&q == q }

// Environment is the support on each side: required, optional, unsupported or unknown.
type Environment struct {
	Client string `json:"client"`
	Server string `json:"server"`
}

// License is an SPDX expression or LicenseRef-…, with a link if there is no standard text.
type License struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
	URL  string `json:"url,omitempty"`
}

// LicenseUnknown means that no licence was chosen yet.
const LicenseUnknown = "LicenseRef-Unknown"

// Links are external links; every one is https.
type Links struct {
	Issues   string     `json:"issues,omitempty"`
	Source   string     `json:"source,omitempty"`
	Wiki     string     `json:"wiki,omitempty"`
	Discord  string     `json:"discord,omitempty"`
	Donation []Donation `json:"donation,omitempty"`
}

// Donation is a link of a platform from the link platform list ("site", "other", …).
type Donation struct {
	ID       string `json:"id"`
	Platform string `json:"platform"`
	URL      string `json:"url"`
}

// Alias is another name of a project. Kind is "zh" (a Chinese title), "abbr" or "other".
type Alias struct {
	Text string `json:"text"`
	Kind string `json:"kind"`
}

// Picture is a picture of the gallery.
type Picture struct {
	URL         string `json:"url"`
	RawURL      string `json:"rawUrl,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Featured    bool   `json:"featured,omitempty"`
	Ordering    int    `json:"ordering,omitempty"`
	SHA1        string `json:"sha1,omitempty"` // of the bytes; a gallery contains no picture twice
}

// Channel is a version's maturity: release, beta or alpha.
type Channel string

// The channels of a version.
const (
	Release Channel = "release"
	Beta    Channel = "beta"
	Alpha   Channel = "alpha"
)

// VersionStatus is listed, archived, draft, unlisted or scheduled.
type VersionStatus string

// The statuses of a version.
const (
	VersionListed   VersionStatus = "listed"
	VersionArchived VersionStatus = "archived"
	VersionDraft    VersionStatus = "draft"
	VersionUnlisted VersionStatus = "unlisted"
	// VersionScheduled is the status of a version with a plan for its release.
	VersionScheduled VersionStatus = "scheduled"
)

// Dependency is another project, version or file that a version requires, embeds or is incompatible with.
type Dependency struct {
	Version  string `json:"version,omitempty"`
	Project  string `json:"project,omitempty"`
	FileName string `json:"fileName,omitempty"`
	Kind     string `json:"kind"` // required, optional, incompatible, embedded
}

// File is one of a version's files. An imported file on another site has no hashes.
type File struct {
	SHA1    string `json:"sha1,omitempty"`
	SHA512  string `json:"sha512,omitempty"`
	URL     string `json:"url"`
	Name    string `json:"name"`
	Size    int64  `json:"size"`
	Primary bool   `json:"primary,omitempty"`
	Kind    string `json:"kind,omitempty"` // "", required-resource-pack, optional-resource-pack, sources-jar, dev-jar, javadoc-jar, signature, unknown
}

// Stored is true for a file whose bytes the site has; a file without a digest is on another site.
func (f File) Stored() bool { return f.SHA512 != "" }

// UnmarshalJSON reads a file. Addresses of this site were stored with a plain plus sign before, which some programs read as a
// space; every reader gets them as they are stored since.
func (f *File) UnmarshalJSON(data []byte) error {
	type plain File
	if err := json.Unmarshal(data, (*plain)(f)); err != nil {
		return fmt.Errorf("read a file: %w", err)
	}
	if f.Stored() {
		f.URL = strings.ReplaceAll(f.URL, "+", "%2B")
	}
	return nil
}

// StoredFiles are the files whose bytes the site has, and the addresses of those on other sites. A version without one is external: it is listed, but not offered for
// downloads and updates.
func StoredFiles(files []File) (stored []File, elsewhere []string) {
	for _, f := range files {
		switch {
		case f.Stored():
			stored = append(stored, f)
		case f.URL != "":
			elsewhere = append(elsewhere, f.URL)
		}
	}
	return stored, elsewhere
}

// FileKind is the purpose of one of a version's files.
type FileKind struct {
	SHA512 string `json:"sha512"`
	Kind   string `json:"kind"` // as of a File
}
