// Package activity projects what happens in public into the newest lines of the site's feed: a project is listed
// for the first time, a version is published, a picture is added, a team begins. Whether a line may still be shown
// is not decided here: readers ask the catalogue, so that what is hidden later disappears.
package activity

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/projections/runtime"
)

// Name is the projector's name, that of its watermark and of the schema readers see.
const Name = "activity"

const version = 1

// keep is how many entries stay: the newest by the time of their decision.
const keep = 2000

//go:embed schema.sql
var schema string

// The kinds of entries.
const (
	ProjectListed       = "project-listed"
	ProjectArchived     = "project-archived"
	VersionPublished    = "version-published"
	PictureAdded        = "picture-added"
	MemberJoined        = "member-joined"
	OrganizationCreated = "organization-created"
)

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"entries"},
		Categories: []string{"organization", "project", "version"},
		Handles: []string{
			"project.submitted.v1", "project.approved.v1", "project.rejected.v1", "project.withheld.v1",
			"project.listed-by-import.v1", "project.status-changed.v1", "project.picture-added.v1", "project.member-joined.v1", "project.deleted.v1",
			"version.created.v1", "version.status-changed.v1", "version.deleted.v1", "organization.created.v1",
		},
		New: func() runtime.Handler { return newHandler(keep) },
	}
}

// state is what is remembered of a project between batches.
type state struct {
	Listed    bool
	Open      bool
	Submitted *time.Time
	deleted   bool
}

// entry is a row of the feed.
type entry struct {
	position                                       uint64
	at, recorded                                   time.Time
	kind                                           string
	project, version, organization, account, actor string
	picture                                        string
	waited                                         *int32
}
