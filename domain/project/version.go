package project

import (
	"slices"
	"time"
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

// EvolveVersion adds one event of the version's own stream to a version.
func EvolveVersion(v Version, event any) Version {
	switch e := event.(type) {
	case VersionCreated:
		return Version{
			ID: e.Version, Project: e.Project, Author: e.Author, Name: e.Name, Number: e.Number, Changelog: e.Changelog,
			Channel: e.Channel, Status: e.Status, Featured: e.Featured, Loaders: e.Loaders, GameVersions: e.GameVersions,
			Dependencies: e.Dependencies, Files: e.Files,
		}
	case VersionEdited:
		set(&v.Name, e.Name)
		set(&v.Number, e.Number)
		set(&v.Changelog, e.Changelog)
		set(&v.Channel, e.Channel)
		set(&v.Status, e.Status)
		set(&v.Featured, e.Featured)
		set(&v.Loaders, e.Loaders)
		set(&v.GameVersions, e.GameVersions)
		set(&v.Dependencies, e.Dependencies)
		if e.Primary != nil {
			v.Files = slices.Clone(v.Files)
			for i := range v.Files {
				v.Files[i].Primary = v.Files[i].SHA512 == *e.Primary
			}
		}
		v.Files = withKinds(v.Files, e.Kinds)
	case FilesAdded:
		v.Files = slices.Concat(v.Files, e.Files)
	case FileRemoved:
		v.Files = slices.DeleteFunc(slices.Clone(v.Files), func(f File) bool { return f.SHA512 == e.SHA512 })
	case VersionDeleted:
		v.Deleted = true
	}
	return v
}

func withKinds(files []File, kinds *map[string]string) []File {
	if kinds == nil {
		return files
	}
	files = slices.Clone(files)
	for i := range files {
		if kind, changed := (*kinds)[files[i].SHA512]; changed && files[i].SHA512 != "" {
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
}

// VersionEvents follow from a command on a version: those of its own stream and those of its project's.
type VersionEvents struct {
	Version []any
	Project []any
}

// DecideVersion answers a command on a version of project p.
func DecideVersion(p State, v Version, c VersionCommand) (VersionEvents, error) {
	return c.decideVersion(p, v)
}
