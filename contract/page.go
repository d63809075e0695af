package contract

import (
	"slices"
	"time"
)

// ProjectPageAnswer is the data of the site's own project page.
type ProjectPageAnswer struct {
	PageProject
	PageExtra
	Team
	Moderated
}

// PageProject is a project with its newest versions instead of the ids of all.
type PageProject struct {
	Project
	Versions     []ChosenVersion `json:"versions"`
	VersionCount int             `json:"version_count"` // of the listed ones
	Obtainable   bool            `json:"obtainable"`    // one of them has a file, here or on another site
}

// ChosenVersion is the part of a version that a row with a download shows.
type ChosenVersion struct {
	ID            string      `json:"id"`
	VersionNumber string      `json:"version_number"`
	VersionType   string      `json:"version_type" enum:"release,beta,alpha"`
	DatePublished time.Time   `json:"date_published"`
	DateEstimated bool        `json:"date_estimated"`
	GameVersions  []string    `json:"game_versions"`
	Loaders       []string    `json:"loaders"`
	File          *ChosenFile `json:"file"`      // the main one; null for a version without files
	DiskURLs      []DiskURL   `json:"disk_urls"` // of the files on other sites
}

// ChosenFile is a version's main file. Size is in bytes.
type ChosenFile struct {
	URL      string `json:"url"`
	Filename string `json:"filename"`
	Size     int64  `json:"size"`
}

// VersionsAnswer is a page of a project's versions.
type VersionsAnswer struct {
	Versions []ListedVersion `json:"versions"`
	Total    int             `json:"total"` // of the versions that match the filters
}

// ListedVersion is a version in the site's own lists.
type ListedVersion struct {
	ChosenVersion
	Name      string `json:"name"`
	Downloads int64  `json:"downloads"`
	Requires  int    `json:"requires"` // the number of its required dependencies
	Address   string `json:"address"`  // its segment in the address: its number, or its id where the number belongs to another
}

// ChangesAnswer is a page of a project's changelog, version by version.
type ChangesAnswer struct {
	Changes []ChangeAnswer `json:"changes"`
	Total   int            `json:"total"` // of the versions that match the filters
}

// ChangeAnswer is the changelog of a version. Repeats says that the previous version has the same text: it is
// omitted.
type ChangeAnswer struct {
	ChosenVersion
	Changelog
	Author  *Author `json:"author"`
	Repeats bool    `json:"repeats"`
}

// VersionAnswer is the data of a version's page on the site.
type VersionAnswer struct {
	Version
	Changelog
	VersionBeside
}

// VersionBeside is the data beside a version's own document.
type VersionBeside struct {
	Author  *Author       `json:"author"`
	Address string        `json:"address"` // its segment in the address: its number, or its id where the number belongs to another
	Older   *NamedVersion `json:"older"`   // the version below it in the list; null for the first
	Newer   *NamedVersion `json:"newer"`   // the version above it; null for the newest
}

// NamedVersion is a version as the target of a link.
type NamedVersion struct {
	ID            string `json:"id"`
	VersionNumber string `json:"version_number"`
}

// Obtainable is true where the version's file is here or at a known address.
func (v ChosenVersion) Obtainable() bool { return v.File != nil || len(v.DiskURLs) > 0 }

// Chosen is the part of the version that a row with a download shows.
func (v Version) Chosen() ChosenVersion {
	c := ChosenVersion{ID: v.ID, VersionNumber: v.VersionNumber, VersionType: v.VersionType, DatePublished: v.DatePublished, DateEstimated: v.DateEstimated,
		GameVersions: v.GameVersions, Loaders: v.Loaders, DiskURLs: v.DiskURLs}
	if len(v.Files) > 0 {
		f := v.Files[max(0, slices.IndexFunc(v.Files, func(f File) bool { return f.Primary }))]
		c.File = &ChosenFile{URL: f.URL, Filename: f.Filename, Size: f.Size}
	}
	return c
}
