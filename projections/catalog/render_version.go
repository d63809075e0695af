package catalog

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
)

// renderVersion makes a version's row with its documents.
func (h *handler) renderVersion(v *versionState, p *projectState) (versionRow, error) {
	if v.unrendered {
		v.ChangelogHTML, v.unrendered = h.opts.Markdown(v.Changelog), false
	}
	v2 := v.v2(p)
	row := versionRow{
		ID: v.ID, Project: v.Project, Position: max(v.Position, p.EnvironmentAt), Created: v.Created, Published: v.PublishedAt, Author: v.Author,
		Number: v.Number, Channel: v.Channel, Status: v.Status, Listed: v.Status.Listed(), Visible: !v.Status.Hidden(), Held: slices.ContainsFunc(v.Files, project.File.Stored),
		Featured: v.Featured, Loaders: v.Loaders, GameVersions: v.GameVersions,
		Environment: v2.Environment,
	}
	if v.Plan != nil {
		row.Due = &v.Plan.Time
	}
	for _, d := range []struct {
		into *[]byte
		of   any
	}{{&row.State, v}, {&row.V2, v2}, {&row.V3, v2.V3(string(p.Type))}, {&row.Changelog, contract.Changelog{ChangelogHTML: v.ChangelogHTML}}} {
		var err error
		if *d.into, err = document.Encode(d.of); err != nil {
			return row, fmt.Errorf("render version %s: %w", v.ID, err)
		}
	}
	return row, nil
}

// v2 is the version's v2 document. It contains nothing that events of another stream could change, except the
// environment of the project.
func (v *versionState) v2(p *projectState) contract.Version {
	gameVersions := slices.Clone(contract.List(v.GameVersions))
	document.SortGameVersions(gameVersions)
	held, elsewhere := project.StoredFiles(v.Files)
	var requested *string
	var plan *contract.ReleasePlan
	if v.Plan != nil {
		plan = &contract.ReleasePlan{Time: v.Plan.Time, RequestedStatus: string(v.Plan.Status), UserID: v.Plan.Author}
		requested = &plan.RequestedStatus
	}
	return contract.Version{
		ID: v.ID, ProjectID: v.Project, AuthorID: v.Author, Featured: v.Featured, Name: v.Name,
		VersionNumber: v.Number, Changelog: v.Changelog, Downloads: v.Counted, DatePublished: v.PublishedAt, DateEstimated: v.Undated,
		VersionType: string(v.Channel), Status: string(v.Status), RequestedStatus: requested, Schedule: plan, Files: documents(held), Dependencies: v.needs(),
		GameVersions: gameVersions, Loaders: contract.List(v.Loaders), Environment: cmp.Or(v.OwnEnvironment(p.State), p.environment()), DiskOnly: len(held) == 0, DiskURLs: contract.DiskURLs(elsewhere),
	}
}

func documents(files []project.File) []contract.File {
	out := make([]contract.File, 0, len(files))
	for _, f := range files {
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
