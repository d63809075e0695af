package project

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/idset"
)

// MaxVersions is the maximum number of versions of a project.
const MaxVersions = 10_000

// Versions are the versions of a project, oldest first, folded from the stream projectversions-<id>.
type Versions struct{ idset.Set }

// EvolveVersions applies one event of the list's stream. It takes over its argument, which must not be used afterwards;
// the time of a fold depends only on the number of events.
func EvolveVersions(v Versions, event any) Versions {
	switch e := event.(type) {
	case VersionAdded:
		v.Set = v.With(e.Version)
	case VersionRemoved:
		v.Set = v.Without(e.Version)
	}
	return v
}

// Published is an event of a version's own stream that may change the list of its project's versions.
type Published struct{ decision.Event }

// MovesList is true if an event of a version changes the list.
func MovesList(e decision.Event) bool {
	switch e.Payload.(type) {
	case VersionCreated, VersionDeleted:
		return true
	}
	return false
}

// DecideVersions returns the events of the list: a created version is added, a deleted one is removed.
func DecideVersions(_ Versions, p Published) ([]decision.Event, error) {
	var follows any
	switch e := p.Payload.(type) {
	case VersionCreated:
		follows = VersionAdded{Version: e.Version}
	case VersionDeleted:
		follows = VersionRemoved{Version: e.Version}
	default:
		return nil, nil
	}
	return decision.In(p.Role, []any{follows}, nil)
}
