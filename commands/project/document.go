package project

import (
	"cmp"
	"slices"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

// document is a project with its versions, from their own streams. Counts of read models are zero, because the project
// is new.
func (s *Service) document(p project.State, versions []project.Version) contract.ProjectAnswer {
	d := contract.Project{
		ID: p.ID, Slug: p.Slug, Team: p.ID,
		Title: p.Title, Description: p.Summary, Body: p.Body, Published: p.CreatedAt, Updated: p.CreatedAt,
		Approved: moment(p.ApprovedAt), Queued: moment(p.SubmittedAt), Status: string(p.Status), RequestedStatus: contract.Present(string(p.Requested)),
		License:    contract.License{ID: p.License.ID, Name: cmp.Or(p.License.Name, s.options.LicenseName(p.License.ID)), URL: contract.Present(p.License.URL)},
		Categories: contract.List(p.Categories), AdditionalCategories: contract.List(p.Additional),
		Loaders: []string{}, GameVersions: []string{}, Versions: []string{},
		IconURL: contract.Present(p.IconURL), RawIconURL: contract.Present(p.IconURL), IssuesURL: contract.Present(p.Links.Issues),
		SourceURL: contract.Present(p.Links.Source), WikiURL: contract.Present(p.Links.Wiki), DiscordURL: contract.Present(p.Links.Discord),
		DonationURLs: []contract.Donation{}, Gallery: []contract.Picture{}, Color: p.Color, ThreadID: p.Thread,
		MonetizationStatus: string(p.MonetizationStatus()), ClientSide: contract.Side(p.Environments.Client), ServerSide: contract.Side(p.Environments.Server),
	}
	if p.Downloads != nil {
		d.Downloads = p.Downloads.Count
	}
	var environments []string
	for _, v := range versions {
		if !v.Status.Listed() {
			continue
		}
		d.Versions = append(d.Versions, v.ID)
		d.Loaders = append(d.Loaders, v.Loaders...)
		d.GameVersions = append(d.GameVersions, v.GameVersions...)
		environments = append(environments, v.OwnEnvironment(p))
	}
	d.Environment = contract.EnvironmentsOf(contract.EnvironmentName(p.Environments.Client, p.Environments.Server), environments)
	slices.Sort(d.Loaders)
	slices.Sort(d.GameVersions)
	d.Loaders, d.GameVersions = slices.Compact(d.Loaders), slices.Compact(d.GameVersions)
	contract.OldestFirst(d.GameVersions, s.gameVersions)
	d.ProjectType, d.URLType = contract.ProjectType(string(p.Type), d.Loaders), contract.URLType(string(p.Type), d.Loaders)
	for _, l := range p.Links.Donation {
		d.DonationURLs = append(d.DonationURLs, contract.Donation(l))
	}
	for _, g := range p.Gallery {
		d.Gallery = append(d.Gallery, contract.Picture{
			URL: g.URL, RawURL: cmp.Or(g.RawURL, g.URL), Featured: g.Featured, Title: contract.Present(g.Title), Description: contract.Present(g.Description),
			Created: p.UpdatedAt, Ordering: g.Ordering,
		})
	}
	slices.SortStableFunc(d.Gallery, func(a, b contract.Picture) int { return cmp.Compare(a.Ordering, b.Ordering) })
	return contract.ProjectAnswer{Project: d, Owned: contract.Owned{Organization: contract.Present(p.Organization)}}
}

// versionDocument is a version of a project from their own streams.
func (s *Service) versionDocument(p project.State, v project.Version) contract.Version {
	d := contract.Version{
		ID: v.ID, ProjectID: v.Project, AuthorID: v.Author, Featured: v.Featured, Name: v.Name, VersionNumber: v.Number,
		Changelog: v.Changelog, DatePublished: v.PublishedAt, VersionType: string(v.Channel), Status: string(v.Status),
		Files: []contract.File{}, Dependencies: []contract.Dependency{},
		GameVersions: slices.Clone(contract.List(v.GameVersions)), Loaders: contract.List(v.Loaders),
		Environment: cmp.Or(v.OwnEnvironment(p), contract.EnvironmentName(p.Environments.Client, p.Environments.Server)),
	}
	contract.OldestFirst(d.GameVersions, s.gameVersions)
	held, elsewhere := project.StoredFiles(v.Files)
	d.DiskOnly, d.DiskURLs = len(held) == 0, contract.DiskURLs(elsewhere)
	for _, f := range held {
		d.Files = append(d.Files, contract.File{
			Hashes: contract.Hashes{SHA1: f.SHA1, SHA512: f.SHA512}, URL: f.URL, Filename: f.Name, Primary: f.Primary,
			Size: f.Size, FileType: contract.Present(f.Kind),
		})
	}
	for _, need := range v.Dependencies {
		d.Dependencies = append(d.Dependencies, contract.Dependency{
			VersionID: contract.Present(need.Version), ProjectID: contract.Present(need.Project),
			FileName: contract.Present(need.FileName), DependencyType: need.Kind,
		})
	}
	return d
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
