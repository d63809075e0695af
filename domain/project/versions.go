package project

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/idset"
)

// MaxVersions is how many versions a project may have.
const MaxVersions = 10_000

// Versions are the versions that stand in a project, oldest first, folded from the stream projectversions-<id>.
type Versions struct{ idset.Set }

// EvolveVersions adds one event of the list's stream. It takes its argument over: a list is folded along one line of
// events, in time that grows with their number alone.
func EvolveVersions(v Versions, event any) Versions {
	switch e := event.(type) {
	case VersionAdded:
		v.Set = v.With(e.Version)
	case VersionRemoved:
		v.Set = v.Without(e.Version)
	}
	return v
}

// Published is an event of a version's own stream that the list of its project's versions may follow.
type Published struct{ decision.Event }

// MovesList says that an event of a version is one that the list follows.
func MovesList(e decision.Event) bool {
	switch e.Payload.(type) {
	case VersionCreated, VersionDeleted:
		return true
	}
	return false
}

// DecideVersions answers with what follows for the list: a version that was created stands in it, a deleted one does not.
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
