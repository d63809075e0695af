package catalog

import (
	"slices"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/search"
)

// searchDoc is the search document of a project that visitors may find.
func searchDoc(p *projectState, r rendered) search.Doc {
	v2, hit := r.v2, r.hit
	doc := search.Doc{
		ID: p.ID, Position: p.Position, Slug: p.Slug,
		Title: p.Title, TitleZH: p.titleZH(), Description: p.Summary, Author: hit.Author,
		ProjectTypes: hit.AllProjectTypes, Categories: slices.Concat(v2.Categories, v2.AdditionalCategories),
		DisplayCategories: v2.Categories, Loaders: v2.Loaders, GameVersions: v2.GameVersions,
		ClientSide: v2.ClientSide, ServerSide: v2.ServerSide, Environments: v2.Environment, Color: p.Color,
		License: p.License.ID, OpenSource: document.OpenSource(p.License.ID),
		Downloads: v2.Downloads, Created: inOrder(hit.DateCreated, hit.Estimated.Created), Updated: inOrder(hit.DateModified, hit.Estimated.Updated), Hit: r.row.Hit,
	}
	for _, a := range p.Aliases {
		switch {
		case a.Kind == "other" && identifier(a.Text):
			doc.ModIDs = append(doc.ModIDs, a.Text)
		case a.Kind == "other":
			doc.OtherNames = append(doc.OtherNames, a.Text)
		case a.Text != doc.TitleZH:
			doc.Aliases = append(doc.Aliases, a.Text)
		}
	}
	for _, v := range p.Versions {
		if v.Status.Listed() {
			doc.Versions = append(doc.Versions, search.VersionFacets{Loaders: v.Loaders, GameVersions: v.GameVersions})
		}
	}
	return doc
}

// inOrder is the time by which the search orders and filters: one that an import only estimates comes behind every known
// one, so that no invented date is the newest.
func inOrder(t time.Time, estimated bool) time.Time {
	if estimated {
		return t.AddDate(-100, 0, 0)
	}
	return t
}

// identifier says whether another name is written like an identifier inside files ("fabric-api", "cloth_config").
func identifier(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (i == 0 || (c < '0' || c > '9') && c != '_' && c != '-' && c != '.') {
			return false
		}
	}
	return len(name) > 1
}

// hit is the v2 search hit. Its date of creation is the project's first approval.
func (p *projectState) hit(v2 contract.Project, org *organizationState, profiles map[string]profile) contract.Hit {
	hit := contract.Hit{
		ProjectID: p.ID, ProjectType: v2.ProjectType, Slug: p.Slug, Title: p.Title, TitleZH: contract.Present(p.titleZH()),
		Description: p.Summary,
		Categories:  contract.List(slices.Concat(v2.Categories, v2.AdditionalCategories, v2.Loaders)), DisplayCategories: contract.List(slices.Concat(v2.Categories, v2.Loaders)),
		Versions: v2.GameVersions, Downloads: v2.Downloads, IconURL: p.IconURL,
		DateCreated: p.CreatedAt, DateModified: p.Updated, License: p.License.ID,
		ClientSide: v2.ClientSide, ServerSide: v2.ServerSide, Gallery: []string{}, Color: p.Color,
		AllProjectTypes: contract.ProjectTypes(string(p.Type), v2.Loaders), Environment: v2.Environment,
		URLType: v2.URLType, Archived: p.Status == project.Archived, Original: p.original(org), Estimated: p.estimated(),
	}
	if v2.Approved != nil {
		hit.DateCreated = *v2.Approved
	}
	if hit.DateModified.Before(hit.DateCreated) {
		hit.DateModified = hit.DateCreated
	}
	if len(v2.Versions) > 0 {
		hit.LatestVersion = v2.Versions[len(v2.Versions)-1]
	}
	for _, g := range v2.Gallery {
		hit.Gallery = append(hit.Gallery, g.URL)
		if g.Featured && hit.FeaturedGallery == nil {
			hit.FeaturedGallery = contract.Present(g.URL)
		}
	}
	if org != nil {
		hit.Author, hit.Organization, hit.OrganizationID = org.Name, contract.Present(org.Slug), contract.Present(org.ID)
	} else if p.Owner != "" {
		hit.Author, hit.AuthorID = profileOf(profiles, p.Owner).Username, contract.Present(p.Owner)
	}
	return hit
}
