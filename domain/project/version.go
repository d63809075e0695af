package project

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
)

// Version is the state that decides about a version, folded from the stream version-<id>. The zero Version does not
// exist.
type Version struct {
	ID           string
	Project      string
	Author       string
	Name         string
	Number       string
	Changelog    string
	Channel      Channel
	Status       VersionStatus
	Featured     bool
	Loaders      []string
	GameVersions []string
	Dependencies []Dependency
	Files        []File
	Deleted      bool
	Environment  string // its own, if EnvironmentAfter is the project's number of changes; empty for the project's
	// EnvironmentAfter is the number of changes of the project's environment before the version got its own.
	EnvironmentAfter int
	PublishedAt      time.Time
	Plan             *VersionReleasePlan // of a scheduled version
}

// Exists is true if the version was created and not deleted.
func (v Version) Exists() bool { return v.ID != "" && !v.Deleted }

// EvolveVersion applies one event of the version's own stream. Like a project, a version must be folded along a single
// sequence of events.
func EvolveVersion(v Version, event any) Version {
	switch e := event.(type) {
	case VersionCreated:
		return Version{
			ID: e.Version, Project: e.Project, Author: e.Author, Name: e.Name, Number: e.Number, Changelog: e.Changelog,
			Channel: e.Channel, Status: e.Status, Featured: e.Featured, Loaders: e.Loaders, GameVersions: e.GameVersions,
			Dependencies: e.Dependencies, Files: e.Files, Environment: e.Environment, EnvironmentAfter: e.EnvironmentAfter,
		}
	case FilesAdded:
		v.Files = append(v.Files, e.Files...)
	case FileRemoved:
		v.Files = slices.DeleteFunc(slices.Clone(v.Files), func(f File) bool { return f.SHA512 == e.SHA512 })
	case PrimaryFileChosen:
		v.Files = slices.Clone(v.Files)
		for i := range v.Files {
			v.Files[i].Primary = v.Files[i].SHA512 == e.SHA512
		}
	case FileKindsChanged:
		v.Files = withKinds(v.Files, e.Files)
	case VersionDeleted:
		v.Deleted = true
	default:
		return evolveVersionDetails(v, event)
	}
	return v
}

func evolveVersionDetails(v Version, event any) Version {
	switch e := event.(type) {
	case VersionRenamed:
		v.Name = e.Name
	case VersionRenumbered:
		v.Number = e.Number
	case ChangelogWritten:
		v.Changelog = e.Changelog
	case ChannelChanged:
		v.Channel = e.Channel
	case VersionStatusChanged:
		v.Status, v.Plan = e.Status, nil
	case VersionReleasePlanned:
		v.Plan = &VersionReleasePlan{ID: e.Plan, Author: e.Author, Status: e.Status, Time: e.Time, Reason: e.Reason}
	case VersionReleasePlanEnded:
		v.Status, v.Plan = e.Status, nil
	case VersionFeatured:
		v.Featured = true
	case VersionUnfeatured:
		v.Featured = false
	case CompatibilityChanged:
		v.Loaders, v.GameVersions = e.Loaders, e.GameVersions
	case VersionEnvironmentSet:
		v.Environment, v.EnvironmentAfter = e.Environment, e.EnvironmentAfter
	case DependenciesChanged:
		v.Dependencies = e.Dependencies
	}
	return v
}

func withKinds(files []File, changed []FileKind) []File {
	kinds := make(map[string]string, len(changed))
	for _, f := range changed {
		kinds[f.SHA512] = f.Kind
	}
	files = slices.Clone(files)
	for i := range files {
		if kind, known := kinds[files[i].SHA512]; known && files[i].SHA512 != "" {
			files[i].Kind = kind
		}
	}
	return files
}

// EvolveVersionAt is EvolveVersion with the time of the event's decision. A planned release publishes the version anew.
func EvolveVersionAt(v Version, event any, at time.Time) Version {
	v = EvolveVersion(v, event)
	switch e := event.(type) {
	case VersionCreated:
		v.PublishedAt = at
	case VersionStatusChanged:
		if e.Plan != "" {
			v.PublishedAt = at
		}
	}
	return v
}

// ProjectVersion is a version with its project, which the rules need too.
type ProjectVersion struct {
	Project State
	Version Version
}

// VersionCommand is a command on a version.
type VersionCommand interface {
	decideVersion(p State, v Version) ([]any, role.Role, error)
}

// DecideVersion returns the events of a version's own stream, or a *fault.Error.
func DecideVersion(r ProjectVersion, c VersionCommand) ([]decision.Event, error) {
	return decision.Of(c.decideVersion(r.Project, r.Version))
}
