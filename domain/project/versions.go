package project

import "github.com/modyard/modyard/domain/idset"

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
