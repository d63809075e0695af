package contract

import (
	"slices"
	"time"
)

// Hit is a v2 search hit.
type Hit struct {
	ProjectID         string    `json:"project_id"`
	ProjectType       string    `json:"project_type" enum:"mod,modpack,resourcepack,shader,software,language"`
	Slug              string    `json:"slug"`
	Author            string    `json:"author"` // username of the owner, or the organization's name
	AuthorID          *string   `json:"author_id"`
	Organization      *string   `json:"organization"`
	OrganizationID    *string   `json:"organization_id"`
	Title             string    `json:"title"`
	TitleZH           *string   `json:"title_zh"`
	Description       string    `json:"description"`
	Categories        []string  `json:"categories"`         // including loaders
	DisplayCategories []string  `json:"display_categories"` // without additional categories
	Versions          []string  `json:"versions"`           // game versions
	Downloads         int64     `json:"downloads"`
	Follows           int64     `json:"follows"`
	IconURL           string    `json:"icon_url"`
	DateCreated       time.Time `json:"date_created"`
	DateModified      time.Time `json:"date_modified"`
	LatestVersion     string    `json:"latest_version"`
	License           string    `json:"license"`
	ClientSide        string    `json:"client_side" enum:"required,optional,unsupported,unknown"`
	ServerSide        string    `json:"server_side" enum:"required,optional,unsupported,unknown"`
	Gallery           []string  `json:"gallery"`
	FeaturedGallery   *string   `json:"featured_gallery"`
	Color             *int      `json:"color"`
	AllProjectTypes   []string  `json:"all_project_types"`
	Environment       []string  `json:"environment"`
	URLType           string    `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Archived          bool      `json:"archived"` // its authors no longer update it
	Original          *Original `json:"original"` // null unless a repost team looks after it

	Estimated EstimatedDates `json:"estimated"`
}

// HitV3 is a v3 search hit, derived from the v2 one.
type HitV3 struct {
	VersionID         string    `json:"version_id"`
	ProjectID         string    `json:"project_id"`
	ProjectTypes      []string  `json:"project_types"`
	AllProjectTypes   []string  `json:"all_project_types"`
	Slug              string    `json:"slug"`
	Author            string    `json:"author"`
	AuthorID          *string   `json:"author_id"`
	Organization      *string   `json:"organization"`
	OrganizationID    *string   `json:"organization_id"`
	Name              string    `json:"name"`
	Summary           string    `json:"summary"`
	Categories        []string  `json:"categories"`
	DisplayCategories []string  `json:"display_categories"`
	Loaders           []string  `json:"loaders"`
	MrpackLoaders     []string  `json:"mrpack_loaders"`
	GameVersions      []string  `json:"game_versions"`
	Downloads         int64     `json:"downloads"`
	Follows           int64     `json:"follows"`
	IconURL           string    `json:"icon_url"`
	DateCreated       time.Time `json:"date_created"`
	DateModified      time.Time `json:"date_modified"`
	License           string    `json:"license"`
	ClientSide        []string  `json:"client_side"`
	ServerSide        []string  `json:"server_side"`
	Gallery           []string  `json:"gallery"`
	FeaturedGallery   *string   `json:"featured_gallery"`
	Color             *int      `json:"color"`
	Environment       []string  `json:"environment"`
	// ProjectLoaderFields are the values that all versions have together, by field.
	ProjectLoaderFields map[string][]string `json:"project_loader_fields"`
}

// V3 returns the hit as a v3 document. The loaders of a hit are among its categories, whose names differ from theirs.
func (h Hit) V3() HitV3 {
	stored := []string{}
	for _, name := range h.DisplayCategories {
		if slices.ContainsFunc(loaders, func(l Loader) bool { return l.ID == name }) {
			stored = append(stored, name)
		}
	}
	own, inside := mrpack(h.ProjectType, stored)
	return HitV3{
		VersionID: h.LatestVersion, ProjectID: h.ProjectID, ProjectTypes: h.AllProjectTypes, AllProjectTypes: h.AllProjectTypes, Slug: h.Slug,
		Author: h.Author, AuthorID: h.AuthorID, Organization: h.Organization, OrganizationID: h.OrganizationID,
		Name: h.Title, Summary: h.Description, Categories: h.Categories, DisplayCategories: h.DisplayCategories,
		Loaders: own, MrpackLoaders: inside,
		GameVersions: h.Versions, Downloads: h.Downloads, Follows: h.Follows, IconURL: h.IconURL,
		DateCreated: h.DateCreated, DateModified: h.DateModified, License: h.License,
		ClientSide: []string{h.ClientSide}, ServerSide: []string{h.ServerSide}, Gallery: h.Gallery,
		FeaturedGallery: h.FeaturedGallery, Color: h.Color, Environment: h.Environment,
		ProjectLoaderFields: map[string][]string{"game_versions": h.Versions, "environment": h.Environment, "mrpack_loaders": inside},
	}
}

// Picture is the picture for places with a single one; empty if there is none.
func (h Hit) Picture() string {
	switch {
	case h.FeaturedGallery != nil && *h.FeaturedGallery != "":
		return *h.FeaturedGallery
	case len(h.Gallery) > 0:
		return h.Gallery[0]
	}
	return ""
}

// CuratedEntry is one slide of a carousel. Slug is the path of the project's page without the leading slash.
type CuratedEntry struct {
	Project     string  `json:"project"` // its id
	Image       string  `json:"image"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Slug        string  `json:"slug"`
	Icon        *string `json:"icon"`
	Color       *int    `json:"color"`
}

// SearchPage is a part of a list of projects, each as a Hit or with more.
type SearchPage[Hit any] struct {
	Hits      []Hit `json:"hits"`
	Offset    int   `json:"offset"`
	Limit     int   `json:"limit"`
	TotalHits int   `json:"total_hits"`
}

// SearchAnswerV3 is a page of v3 hits; pages are counted from one.
type SearchAnswerV3 struct {
	Hits        []HitV3 `json:"hits"`
	Page        int     `json:"page"`
	HitsPerPage int     `json:"hits_per_page"`
	TotalHits   int     `json:"total_hits"`
}
