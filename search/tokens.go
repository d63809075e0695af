package search

import "slices"

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
	TokenOpen     = "open:"
	TokenLicense  = "license:"
	TokenAuthor   = "author:"
)

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
	add(TokenLoader, d.Loaders...)
	add(TokenVersion, d.GameVersions...)
	add(TokenType, d.ProjectTypes...)
	add(TokenClient, d.ClientSide)
	add(TokenServer, d.ServerSide)
	add(TokenLicense, d.License)
	add(TokenAuthor, d.Author)
	if d.OpenSource {
		add(TokenOpen, "true")
	} else {
		add(TokenOpen, "false")
	}
	pairs := map[string]struct{}{}
	for _, v := range d.Versions {
		for _, l := range v.Loaders {
			for _, g := range v.GameVersions {
				if len(pairs) < maxPairs {
					pairs[PairToken(NormalValue(l), NormalValue(g))] = struct{}{}
				}
			}
		}
	}
	for p := range pairs {
		out = append(out, p)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// PairToken is the facet of a version that supports the loader and the game version, both normalised.
func PairToken(loader, gameVersion string) string {
	return TokenPair + loader + "|" + gameVersion
}
