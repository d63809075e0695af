// Package activity projects public events into the newest lines of the site's feed: a project is listed for the first
// time, a version is published, a picture is added, a team is created. It does not decide whether a line may still be
// shown: readers ask the catalogue, so that hidden items disappear.
package activity

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "activity"

const version = 3

// keep is the number of stored entries: the newest by time of decision.
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
		Name: Name, Version: version, DDL: schema, Views: []string{"entries"}, Needs: []string{"entries_newest"},
		Categories: []string{"organization", "project", "version"},
		Handlers: runtime.Handle(func(s *rows.Set) *handler { return newHandler(s, keep) },
			runtime.On((*handler).submitted), runtime.On((*handler).approved), runtime.On((*handler).imported), runtime.On((*handler).rejected),
			runtime.On((*handler).withheld), runtime.On((*handler).undone), runtime.On((*handler).chosen), runtime.On((*handler).deleted), runtime.On((*handler).pictureAdded),
			runtime.On((*handler).joined), runtime.On((*handler).versionCreated), runtime.On((*handler).versionStatus),
			runtime.On((*handler).versionDeleted), runtime.On((*handler).organizationCreated),
		),
	}
}

// state is the stored state of a project between batches.
type state struct {
	ID        string     `db:"id,key"`
	Listed    bool       `db:"listed"`
	Open      bool       `db:"open"`
	Submitted *time.Time `db:"submitted"`
}

// entry is a row of the feed.
type entry struct {
	Position     uint64    `db:"position,key"`
	At           time.Time `db:"at"`
	Recorded     time.Time `db:"recorded"`
	Kind         string    `db:"kind"`
	Project      string    `db:"project"`
	Version      string    `db:"version"`
	Organization string    `db:"organization"`
	Account      string    `db:"account"`
	Actor        string    `db:"actor"`
	Picture      string    `db:"picture"`
	Waited       *int32    `db:"waited"`
}

type hiddenVersion struct {
	ID string `db:"id,key"`
}

var (
	projects = rows.Of[state]("projects")
	entries  = rows.Of[entry]("entries")
	hidden   = rows.Of[hiddenVersion]("hidden_versions")
)
