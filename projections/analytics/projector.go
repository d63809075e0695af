// Package analytics projects how the number of followers of a project changed from day to day, and the downloads that another site had
// counted before an import. Downloads, views and playtime are of the read model "download", over the log of hits.
package analytics

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "analytics"

const version = 2

//go:embed schema.sql
var schema string

// New makes the projector. A deleted project keeps its rows: only the figures of the whole site contain them.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Categories: []string{"follows", "project"}, Views: []string{"follower_days", "openings"},
		Handlers: runtime.Rows(runtime.On(followed), runtime.On(unfollowed), runtime.On(opened)),
	}
}

type followerDay struct {
	Project string    `db:"project,key"`
	Day     time.Time `db:"day,key"`
	Began   int64     `db:"began"`
	Ended   int64     `db:"ended"`
}

var followerDays = rows.Of[followerDay]("follower_days")

func dayOf(e runtime.Event, project string) followerDay {
	return followerDay{Project: project, Day: e.At().UTC().Truncate(24 * time.Hour)}
}

func followed(s *rows.Set, e runtime.Event, p collection.FollowAdded) {
	followerDays.Upsert(s, dayOf(e, p.Project), func(d *followerDay) { d.Began++ })
}

func unfollowed(s *rows.Set, e runtime.Event, p collection.FollowRemoved) {
	followerDays.Upsert(s, dayOf(e, p.Project), func(d *followerDay) { d.Ended++ })
}

type opening struct {
	Project   string `db:"project,key"`
	Downloads int64  `db:"downloads"`
}

var openings = rows.Of[opening]("openings")

func opened(s *rows.Set, e runtime.Event, p project.DownloadsOpened) {
	openings.Upsert(s, opening{Project: e.Subject()}, func(o *opening) { o.Downloads = p.Count })
}
