package project

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/role"
)

// Version is what decides about a version, folded from the stream version-<id>. The zero Version is not there.
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

// Exists says that the version was created and not deleted.
func (v Version) Exists() bool { return v.ID != "" && !v.Deleted }

// EvolveVersion adds one event of the version's own stream to a version. Like a project, a version is folded along one
// line of events.
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

// EvolveVersionAt is EvolveVersion for a reader that knows when the event was decided.
func EvolveVersionAt(v Version, event any, at time.Time) Version {
	v = EvolveVersion(v, event)
	if _, ok := event.(VersionCreated); ok {
		v.PublishedAt = at
	}
	return v
}

// VersionCommand is what can be asked of a version.
type VersionCommand interface {
	decideVersion(p State, v Version) (VersionEvents, error)
	role(p State) role.Role
}

// VersionEvents follow from a command on a version: those of its own stream, and those of the list of its project's
// versions.
type VersionEvents struct {
	Version []any
	List    []any
}

// DecideVersion answers a command on a version of project p.
func DecideVersion(p State, v Version, c VersionCommand) (VersionEvents, error) {
	return c.decideVersion(p, v)
}

// VersionRoleIn is the role in which a command that DecideVersion allows is decided: the least that is enough.
func VersionRoleIn(p State, c VersionCommand) role.Role { return c.role(p) }
