package project

import (
	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
)

// Projects are the projects, one stream each.
func Projects() *commands.Aggregate[project.State, project.Command] {
	return &commands.Aggregate[project.State, project.Command]{
		Category: "project", Version: "project/3", Evolve: project.EvolveAt, Decide: project.Decide,
	}
}

// Versions are the versions of all projects, one stream each. Their rule also needs the project (VersionTarget.Do).
func Versions() *commands.Aggregate[project.Version, project.VersionCommand] {
	return &commands.Aggregate[project.Version, project.VersionCommand]{
		Category: "version", Version: "version/2", Evolve: project.EvolveVersionAt,
		Missing: func(v project.Version) error {
			if v.ID == "" {
				return unknownVersion()
			}
			return nil
		},
	}
}

// Lists are the lists of a project's versions, by the project's id.
func Lists() *commands.Aggregate[project.Versions, project.Published] {
	return &commands.Aggregate[project.Versions, project.Published]{
		Category: "projectversions", Version: "projectversions/2", Evolve: commands.Timeless(project.EvolveVersions), Decide: project.DecideVersions,
	}
}

// slugs maps a slug in its normal form to its project.
func slugs() *commands.Aggregate[project.Slug, project.HoldSlug] {
	return &commands.Aggregate[project.Slug, project.HoldSlug]{Category: "slug", Evolve: project.EvolveSlug, Decide: project.DecideSlug}
}

// fileHolders maps a file's sha512 to the version that has the file.
func fileHolders() *commands.Aggregate[project.FileHolders, project.HoldFile] {
	return &commands.Aggregate[project.FileHolders, project.HoldFile]{Category: "file", Evolve: commands.Timeless(project.EvolveFile), Decide: project.DecideFile}
}

// Organizations are the organizations, one stream each; they also own projects.
func Organizations() *commands.Aggregate[organization.State, organization.Command] {
	return &commands.Aggregate[organization.State, organization.Command]{
		Category: "organization", Version: "organization/1", Evolve: commands.Timeless(organization.Evolve), Decide: organization.Decide,
	}
}

// Owned are the lists of an organization's projects, by the organization's id.
func Owned() *commands.Aggregate[organization.Projects, organization.Own] {
	return &commands.Aggregate[organization.Projects, organization.Own]{
		Category: "orgprojects", Version: "orgprojects/2", Evolve: commands.Timeless(organization.EvolveProjects), Decide: organization.DecideProjects,
	}
}

// threads are the conversations of project teams with the staff.
func threads() *commands.Aggregate[thread.State, thread.Command] {
	return &commands.Aggregate[thread.State, thread.Command]{Category: "thread", Evolve: commands.Timeless(thread.Evolve), Decide: thread.Decide}
}
