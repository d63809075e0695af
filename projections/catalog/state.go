package catalog

import (
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
)

// projectState is the stored state of a project between batches: the state of the domain, and the data to render
// every document without reading another row.
type projectState struct {
	project.State
	BodyHTML string
	Pictured map[string]time.Time // when each picture was added, by address
	Updated  time.Time            // when it was created, or its newest version was published
	Changed  time.Time            // time of the last event that changed its page
	Queued   *time.Time           // start of the last round of review
	Rounds   int                  // of review
	Versions []versionFacts
	Import   *project.ListedByImport // of a project that was imported
	Shown    bool                    // search has shown it
	Counted  int64                   `json:",omitempty"` // downloads, without those of before an import
	WikiOpen bool                    `json:",omitempty"` // every account with a verified address may edit the wiki
	HiddenAt uint64                  // position of the event that hid it from search again
	Position uint64
	// EnvironmentAt is the position of the last change of the environment, which the documents of the versions contain.
	EnvironmentAt uint64
	unrendered    bool // BodyHTML is not of Body
}

// versionFacts is the part of a version that the project's documents and its search row contain.
type versionFacts struct {
	ID               string                `json:"id"`
	Created          uint64                `json:"created"`
	Published        time.Time             `json:"published"`
	Status           project.VersionStatus `json:"status"`
	Loaders          []string              `json:"loaders,omitempty"`
	GameVersions     []string              `json:"gameVersions,omitempty"`
	Environment      string                `json:"environment,omitempty"` // as of a version
	EnvironmentAfter int                   `json:"environmentAfter,omitempty"`
	Undated          bool                  `json:"undated,omitempty"` // Published is an estimate
}

// versionState is the stored state of a version between batches.
type versionState struct {
	project.Version
	ChangelogHTML string
	Undated       bool   `json:",omitempty"` // PublishedAt is an estimate
	Counted       int64  `json:",omitempty"` // downloads
	Created       uint64 // position of its first event
	Position      uint64
	unrendered    bool // ChangelogHTML is not of Changelog
}

func (v *versionState) facts() versionFacts {
	return versionFacts{
		ID: v.ID, Created: v.Created, Published: v.PublishedAt, Status: v.Status,
		Loaders: v.Loaders, GameVersions: v.GameVersions, Environment: v.Environment, EnvironmentAfter: v.EnvironmentAfter, Undated: v.Undated,
	}
}

// organizationState is the stored state of an organization between batches.
type organizationState struct {
	organization.State
	Order    []string // its members in the order of their invitation
	Created  time.Time
	Position uint64
}

// profile is the public part of an account, read from identity in the batch's transaction.
type profile = contract.User

// downloads are those that an import brought along and those that were counted here.
func (p *projectState) downloads() int64 {
	if p.Downloads == nil {
		return p.Counted
	}
	return p.Downloads.Count + p.Counted
}
