package catalog

import (
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/projections/document"
)

// projectState is what the read model remembers of a project between batches: enough to render
// every document again without reading another row.
type projectState struct {
	ID           string              `json:"id"`
	Slug         string              `json:"slug"`
	Type         string              `json:"type"`
	Status       string              `json:"status"`
	Requested    string              `json:"requested,omitempty"`
	Title        string              `json:"title"`
	Summary      string              `json:"summary"`
	Body         string              `json:"body,omitempty"`
	BodyHTML     string              `json:"bodyHtml,omitempty"`
	Thread       string              `json:"thread,omitempty"`
	Owner        string              `json:"owner,omitempty"`
	Organization string              `json:"organization,omitempty"`
	License      project.License     `json:"license"`
	Environments project.Environment `json:"environments"`
	Categories   []string            `json:"categories,omitempty"`
	Additional   []string            `json:"additional,omitempty"`
	Links        project.Links       `json:"links"`
	Aliases      []project.Alias     `json:"aliases,omitempty"`
	IconURL      string              `json:"iconUrl,omitempty"`
	Color        *int                `json:"color,omitempty"`
	Gallery      []picture           `json:"gallery,omitempty"`
	Published    time.Time           `json:"published"`
	Updated      time.Time           `json:"updated"`
	Changed      time.Time           `json:"changed"` // of the last event that changed what its page shows
	Approved     *time.Time          `json:"approved,omitempty"`
	Queued       *time.Time          `json:"queued,omitempty"`
	Message      string              `json:"message,omitempty"`
	Opening      *document.Opening   `json:"opening,omitempty"`
	Followers    int64               `json:"followers,omitempty"`
	Members      []member            `json:"members,omitempty"`
	Versions     []versionFacts      `json:"versions,omitempty"`
	Round        int                 `json:"round,omitempty"`
	RoundOpen    bool                `json:"roundOpen,omitempty"`
	Listed       bool                `json:"listed,omitempty"`   // search has shown it
	HiddenAt     uint64              `json:"hiddenAt,omitempty"` // position of the event that hid it from search again
	Position     uint64              `json:"position"`
}

type picture struct {
	project.Picture
	Created time.Time `json:"created"`
}

type member struct {
	Account     string      `json:"account"`
	Role        string      `json:"role"`
	Permissions uint64      `json:"permissions"`
	Accepted    bool        `json:"accepted"`
	Weight      team.Weight `json:"weight,omitempty"`
	Ordering    int         `json:"ordering,omitempty"`
}

// versionFacts is what a project's own documents and its search row say of a version.
type versionFacts struct {
	ID           string    `json:"id"`
	Created      uint64    `json:"created"`
	Published    time.Time `json:"published"`
	Status       string    `json:"status"`
	Loaders      []string  `json:"loaders,omitempty"`
	GameVersions []string  `json:"gameVersions,omitempty"`
}

// versionState is what the read model remembers of a version between batches.
type versionState struct {
	project.VersionCreated
	ChangelogHTML string    `json:"changelogHtml,omitempty"`
	Created       uint64    `json:"created"` // position of its first event
	Published     time.Time `json:"published"`
	Position      uint64    `json:"position"`
}

func (v *versionState) facts() versionFacts {
	return versionFacts{
		ID: v.Version, Created: v.Created, Published: v.Published, Status: string(v.Status),
		Loaders: v.Loaders, GameVersions: v.GameVersions,
	}
}

// organizationState is what the read model remembers of an organization between batches.
type organizationState struct {
	ID          string               `json:"id"`
	Slug        string               `json:"slug"`
	Name        string               `json:"name"`
	Description string               `json:"description,omitempty"`
	IconURL     string               `json:"iconUrl,omitempty"`
	Color       *int                 `json:"color,omitempty"`
	Owner       string               `json:"owner"`
	Repost      bool                 `json:"repost,omitempty"`
	Created     time.Time            `json:"created"`
	Members     []organizationMember `json:"members"`
	Position    uint64               `json:"position"`
}

type organizationMember struct {
	member
	OrganizationPermissions uint64 `json:"organizationPermissions"`
}

// profile is the public part of an account, read from identity in the batch's transaction.
type profile = document.User

// round is a row of review_rounds that the batch changed.
type round struct {
	Project     string
	Round       int
	SubmittedAt time.Time
	DecidedAt   *time.Time
	Decision    string
	Actor       string
	Message     string
}

// entry is a row of a project's history.
type entry struct {
	Project  string
	Position uint64
	Type     string
	At       time.Time
	Actor    string
	From, To string
	Message  string
}
