package collection

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// card is what a row says of a project beside its document.
type card struct {
	doc                        []byte
	unsearched                 bool // doc is the project's document, not a search hit
	status, kind               string
	approved                   *time.Time
	added                      time.Time
	owner                      string
	username, org, slug, named *string
}

func scanCard(row pgx.CollectableRow) (json.RawMessage, error) {
	var c card
	err := row.Scan(&c.doc, &c.unsearched, &c.status, &c.kind, &c.approved, &c.added, &c.owner, &c.username, &c.org, &c.slug, &c.named)
	if err != nil {
		return nil, err
	}
	if c.unsearched {
		if err := c.makeHit(); err != nil {
			return nil, err
		}
	}
	rest, err := document.Encode(struct {
		Added  document.Time `json:"added"`
		Status string        `json:"status"`
	}{c.added.UTC(), c.status})
	if err != nil {
		return nil, err
	}
	return document.Join(c.doc, rest), nil
}

// makeHit turns the document of a project that search does not show into what its hit would be.
func (c *card) makeHit() error {
	var p document.Project
	if err := json.Unmarshal(c.doc, &p); err != nil {
		return fmt.Errorf("decode project: %w", err)
	}
	hit := document.Hit{
		ProjectID: p.ID, ProjectType: p.ProjectType, Slug: p.Slug, Title: p.Title, Description: p.Description,
		Categories: slices.Concat(p.Categories, p.AdditionalCategories, p.Loaders), DisplayCategories: slices.Concat(p.Categories, p.Loaders),
		Versions: p.GameVersions, Downloads: p.Downloads, Follows: p.Followers, DateCreated: p.Published, DateModified: p.Updated,
		License: p.License.ID, ClientSide: p.ClientSide, ServerSide: p.ServerSide, Gallery: []string{}, Color: p.Color,
		AllProjectTypes: document.ProjectTypes(c.kind, p.Loaders), Environment: p.Environment, URLType: p.URLType,
	}
	if p.IconURL != nil {
		hit.IconURL = *p.IconURL
	}
	if c.approved != nil {
		hit.DateCreated = c.approved.UTC()
	}
	if len(p.Versions) > 0 {
		hit.LatestVersion = p.Versions[len(p.Versions)-1]
	}
	for _, g := range p.Gallery {
		hit.Gallery = append(hit.Gallery, g.URL)
		if g.Featured && hit.FeaturedGallery == nil {
			hit.FeaturedGallery = view.Present(&g.URL)
		}
	}
	switch {
	case c.org != nil:
		hit.Author, hit.Organization, hit.OrganizationID = *c.named, c.slug, c.org
	case c.username != nil:
		hit.Author, hit.AuthorID = *c.username, &c.owner
	}
	encoded, err := document.Encode(hit)
	c.doc = encoded
	return err
}
