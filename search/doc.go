// Package search is the port of catalogue search: the document an index holds, the query language, and
// the engine that answers. Engines must give the same hits, totals and order (package searchtest).
package search

import (
	"encoding/json"
	"math"
	"time"
)

// Doc is the search document of one public project. It is complete: indexing a Doc replaces an earlier one with the
// same ID.
type Doc struct {
	ID       string
	Position uint64 // log position of the last event that changed the document
	Slug     string

	Title      string
	TitleZH    string   // Chinese title, "" for none
	Aliases    []string // abbreviations and nicknames
	OtherNames []string // other names, ranked like aliases
	ModIDs     []string // identifiers inside the files

	Description   string // summary as served, any language
	DescriptionZH string // a Chinese summary beside it, "" for none
	Author        string // user name of the owner, or the organisation's name

	// ProjectTypes are the types under which the project is found: mod, plugin, datapack, modpack,
	// resourcepack, shader, software, language. A project of stored type mod with plugin loaders has "plugin".
	ProjectTypes      []string
	Categories        []string // primary and additional categories, without loaders
	DisplayCategories []string
	Loaders           []string
	GameVersions      []string
	Versions          []VersionFacets // what each version supports, for "loader and game version of the same version"

	ClientSide string // required, optional, unsupported, unknown
	ServerSide string
	// Environments are the names of the pair of sides in the third API version.
	Environments []string
	Color        *int   // of the icon, nil without one
	License      string // licence id
	OpenSource   bool

	Downloads int64
	Follows   int64     // not stored with the document: it is a counter
	Created   time.Time // first published; as Updated, a hundred years earlier where it is an estimate
	Updated   time.Time

	Hit json.RawMessage // the hit as served, returned unchanged
}

// VersionFacets are the loaders and game versions of one version. Duplicates are allowed.
type VersionFacets struct {
	Loaders      []string
	GameVersions []string
}

// Popularity turns a download count into the score that relevance adds to a match: ten points for each doubling, 0 to
// 270.
func Popularity(downloads int64) int {
	if downloads <= 0 {
		return 0
	}
	return min(270, int(math.Round(10*math.Log2(1+float64(downloads)))))
}
