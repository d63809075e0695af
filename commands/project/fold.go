package project

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
)

// Folds of the streams that can be long. A change of a fold or of the form of its state changes its version too.

// Fold is how a project's own stream is folded.
func Fold() commands.Fold[project.State] {
	return commands.Fold[project.State]{Version: "project/1", Evolve: project.EvolveAt}
}

// VersionFold is how a version's stream is folded.
func VersionFold() commands.Fold[project.Version] {
	return commands.Fold[project.Version]{Version: "version/1", Evolve: project.EvolveVersionAt}
}

// VersionsFold is how the list of a project's versions is folded.
func VersionsFold() commands.Fold[project.Versions] {
	return commands.Fold[project.Versions]{Version: "projectversions/2", Evolve: evolveVersions}
}

func evolveVersions(v project.Versions, event any, _ time.Time) project.Versions {
	return project.EvolveVersions(v, event)
}

// LoadVersions folds the list of a project's versions.
func LoadVersions(ctx context.Context, d *commands.Decision, id string) (project.Versions, error) {
	return commands.LoadFold(ctx, d, listStream(id), VersionsFold())
}

// Load folds the project of an id.
func Load(ctx context.Context, d *commands.Decision, id string) (project.State, error) {
	return commands.LoadFold(ctx, d, "project-"+id, Fold())
}

// LoadVersion folds the version of an id.
func LoadVersion(ctx context.Context, d *commands.Decision, id string) (project.Version, error) {
	return commands.LoadFold(ctx, d, "version-"+id, VersionFold())
}
