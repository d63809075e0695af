package catalog

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/contract"
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
	}{{&row.State, v}, {&row.V2, v2}, {&row.V3, v2.V3(string(of))}, {&row.Changelog, contract.Changelog{ChangelogHTML: v.ChangelogHTML}}} {
		var err error
		if *d.into, err = document.Encode(d.of); err != nil {
			return row, fmt.Errorf("render version %s: %w", v.ID, err)
		}
	}
	return row, nil
}

// v2 is the version's v2 document. It contains nothing that events of another stream could change.
func (v *versionState) v2() contract.Version {
	gameVersions := slices.Clone(contract.List(v.GameVersions))
	document.SortGameVersions(gameVersions)
	return contract.Version{
		ID: v.ID, ProjectID: v.Project, AuthorID: v.Author, Featured: v.Featured, Name: v.Name,
		VersionNumber: v.Number, Changelog: v.Changelog, DatePublished: v.PublishedAt,
		VersionType: string(v.Channel), Status: string(v.Status), Files: v.documents(), Dependencies: v.needs(),
		GameVersions: gameVersions, Loaders: contract.List(v.Loaders),
	}
}

func (v *versionState) documents() []contract.File {
	out := make([]contract.File, 0, len(v.Files))
	for _, f := range v.Files {
		out = append(out, contract.File{
			Hashes: contract.Hashes{SHA1: f.SHA1, SHA512: f.SHA512}, URL: f.URL, Filename: f.Name,
			Primary: f.Primary, Size: f.Size, FileType: contract.Present(f.Kind),
		})
	}
	return out
}

func (v *versionState) needs() []contract.Dependency {
	out := make([]contract.Dependency, 0, len(v.Dependencies))
	for _, d := range v.Dependencies {
		out = append(out, contract.Dependency{
			VersionID: contract.Present(d.Version), ProjectID: contract.Present(d.Project),
			FileName: contract.Present(d.FileName), DependencyType: d.Kind,
		})
	}
	return out
}
