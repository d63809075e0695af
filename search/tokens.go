package search

import (
	"slices"
	"strconv"
)

// Prefixes of facet tokens. A token is a prefix and a normalised value.
const (
	TokenCategory = "cat:"
	TokenDisplay  = "dc:"
	TokenLoader   = "loader:"
	TokenVersion  = "gv:"
	TokenPair     = "lv:" // loader|game version of one version
	TokenType     = "type:"
	TokenClient   = "client:"
	TokenServer   = "server:"
	TokenEnv      = "env:"
	TokenColor    = "color:"
	TokenOpen     = "open:"
	TokenLicense  = "license:"
	TokenAuthor   = "author:"
)

// Unlabelled is the value of loaders, and of game versions, of a project that names none.
const Unlabelled = "none"

// Limits of a document's facets.
const (
	maxFacetValues = 512
	maxPairs       = 4096
)

// FacetTokens returns the document's facets, sorted and without duplicates.
func FacetTokens(d *Doc) []string {
	var out []string
	add := func(prefix string, values ...string) {
		for _, v := range values[:min(len(values), maxFacetValues)] {
			if v = NormalValue(v); v != "" {
				out = append(out, prefix+v)
			}
		}
	}
	loaders := map[string]bool{}
	for _, l := range d.Loaders {
		loaders[NormalValue(l)] = true
	}
	for _, c := range d.Categories {
		// A loader among the categories is a loader: its versions matter.
		if !loaders[NormalValue(c)] {
			add(TokenCategory, c)
		}
	}
	add(TokenDisplay, d.DisplayCategories...)
	add(TokenLoader, orUnlabelled(d.Loaders)...)
	add(TokenVersion, orUnlabelled(d.GameVersions)...)
	add(TokenType, d.ProjectTypes...)
	add(TokenClient, d.ClientSide)
	add(TokenServer, d.ServerSide)
	add(TokenEnv, d.Environments...)
	if d.Color != nil {
		add(TokenColor, strconv.Itoa(*d.Color))
	}
	add(TokenLicense, d.License)
	add(TokenAuthor, d.Author)
	if d.OpenSource {
		add(TokenOpen, "true")
	} else {
		add(TokenOpen, "false")
	}
	for p := range pairTokens(d) {
		out = append(out, p)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// pairTokens are the combinations that one version supports. A project that names no loaders, or no game versions, has
// none in any version, so that what it does name goes together with Unlabelled.
func pairTokens(d *Doc) map[string]struct{} {
	versions := d.Versions
	if len(d.Loaders) == 0 || len(d.GameVersions) == 0 {
		versions = []VersionFacets{{Loaders: orUnlabelled(d.Loaders), GameVersions: orUnlabelled(d.GameVersions)}}
	}
	pairs := map[string]struct{}{}
	for _, v := range versions {
		for _, l := range v.Loaders {
			for _, g := range v.GameVersions {
				if len(pairs) < maxPairs {
					pairs[PairToken(NormalValue(l), NormalValue(g))] = struct{}{}
				}
			}
		}
	}
	return pairs
}

func orUnlabelled(values []string) []string {
	if len(values) == 0 {
		return []string{Unlabelled}
	}
	return values
}

// PairToken is the facet of a version that supports the loader and the game version, both normalised.
func PairToken(loader, gameVersion string) string {
	return TokenPair + loader + "|" + gameVersion
}
