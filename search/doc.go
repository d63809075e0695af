// Package search is the port of catalogue search: the document an index holds, the query language, and
// the engine that answers. Engines must give the same hits, totals and order (package searchtest).
package search

import (
	"encoding/json"
	"math"
	"time"
)

// Doc is what search knows about one project that visitors may find. It is complete: indexing a Doc
// replaces everything an earlier one with the same ID said.
type Doc struct {
	ID       string
	Position uint64 // log position of the last event that changed the document
	Slug     string

	Title      string
	TitleZH    string   // Chinese title, "" for none
	Aliases    []string // abbreviations and nicknames that people gave
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
	Versions          []VersionFacets // what each version runs on, for "loader and game version of the same version"

	ClientSide string // required, optional, unsupported, unknown
	ServerSide string
	License    string // licence id
	OpenSource bool

	Downloads int64
	Follows   int64     // not stored with the document: it is a counter's
	Created   time.Time // first published
	Updated   time.Time

	Hit json.RawMessage // the hit as served, returned unchanged
}

// VersionFacets says what one version of a project runs on. Equal values may be given once.
type VersionFacets struct {
	Loaders      []string
	GameVersions []string
}

// Popularity turns a download count into the score that relevance adds to a match: ten points a
// doubling, 0 to 270.
func Popularity(downloads int64) int {
	if downloads <= 0 {
		return 0
	}
	return min(270, int(math.Round(10*math.Log2(1+float64(downloads)))))
}
