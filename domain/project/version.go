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
	PublishedAt  time.Time
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
			Dependencies: e.Dependencies, Files: e.Files,
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
		v.Status = e.Status
	case VersionFeatured:
		v.Featured = true
	case VersionUnfeatured:
		v.Featured = false
	case CompatibilityChanged:
		v.Loaders, v.GameVersions = e.Loaders, e.GameVersions
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

// EvolveVersionAt is EvolveVersion with the time of the event's decision.
func EvolveVersionAt(v Version, event any, at time.Time) Version {
	v = EvolveVersion(v, event)
	if _, ok := event.(VersionCreated); ok {
		v.PublishedAt = at
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
	decideVersion(p State, v Version) ([]any, error)
	role(p State) role.Role
}

// DecideVersion returns the events of a version's own stream, or a *fault.Error.
func DecideVersion(r ProjectVersion, c VersionCommand) ([]decision.Event, error) {
	events, err := c.decideVersion(r.Project, r.Version)
	return decision.In(c.role(r.Project), events, err)
}
