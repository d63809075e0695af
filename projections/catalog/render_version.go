package catalog

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
)

// renderVersion makes a version's row with its documents.
func (h *handler) renderVersion(v *versionState, of project.Type) (versionRow, error) {
	if v.unrendered {
		v.ChangelogHTML, v.unrendered = h.opts.Markdown(v.Changelog), false
	}
	v2 := v.v2()
	row := versionRow{
		ID: v.ID, Project: v.Project, Position: v.Position, Created: v.Created, Published: v.PublishedAt, Author: v.Author,
		Number: v.Number, Channel: v.Channel, Status: v.Status, Listed: v.Status.Listed(), Visible: !v.Status.Hidden(),
		Featured: v.Featured, Loaders: v.Loaders, GameVersions: v.GameVersions,
	}
	for _, d := range []struct {
		into *[]byte
		of   any
	}{{&row.State, v}, {&row.V2, v2}, {&row.V3, v.v3(v2, string(of))}, {&row.Changelog, document.Changelog{ChangelogHTML: v.ChangelogHTML}}} {
		var err error
		if *d.into, err = document.Encode(d.of); err != nil {
			return row, fmt.Errorf("render version %s: %w", v.ID, err)
		}
	}
	return row, nil
}

// v2 is the version's v2 document. It says nothing that another stream's events could change.
func (v *versionState) v2() document.Version {
	gameVersions := slices.Clone(list(v.GameVersions))
	document.SortGameVersions(gameVersions)
	return document.Version{
		ID: v.ID, ProjectID: v.Project, AuthorID: v.Author, Featured: v.Featured, Name: v.Name,
		VersionNumber: v.Number, Changelog: v.Changelog, DatePublished: v.PublishedAt,
		VersionType: string(v.Channel), Status: string(v.Status), Files: v.documents(), Dependencies: v.needs(),
		GameVersions: gameVersions, Loaders: list(v.Loaders),
	}
}

// v3 is the version's v3 document, made of the v2 one and the type its project was created with.
func (v *versionState) v3(d document.Version, projectType string) document.VersionV3 {
	return document.VersionV3{
		ID: d.ID, ProjectID: d.ProjectID, AuthorID: d.AuthorID, Featured: d.Featured, Name: d.Name,
		VersionNumber: d.VersionNumber, ProjectTypes: document.ProjectTypes(projectType, d.Loaders), Games: []string{"minecraft-java"},
		Changelog: d.Changelog, DatePublished: d.DatePublished, Downloads: d.Downloads, VersionType: d.VersionType,
		Status: d.Status, RequestedStatus: d.RequestedStatus, Files: d.Files, Dependencies: d.Dependencies,
		Loaders: d.Loaders, GameVersions: d.GameVersions,
	}
}

func (v *versionState) documents() []document.File {
	out := make([]document.File, 0, len(v.Files))
	for _, f := range v.Files {
		out = append(out, document.File{
			Hashes: document.Hashes{SHA1: f.SHA1, SHA512: f.SHA512}, URL: f.URL, Filename: f.Name,
			Primary: f.Primary, Size: f.Size, FileType: optional(f.Kind),
		})
	}
	return out
}

func (v *versionState) needs() []document.Dependency {
	out := make([]document.Dependency, 0, len(v.Dependencies))
	for _, d := range v.Dependencies {
		out = append(out, document.Dependency{
			VersionID: optional(d.Version), ProjectID: optional(d.Project),
			FileName: optional(d.FileName), DependencyType: d.Kind,
		})
	}
	return out
}
