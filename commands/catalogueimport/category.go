package catalogueimport

import (
	"slices"

	"github.com/modyard/modyard/domain/project"
)

// mapped maps names of categories of other sites to the site's own.
func mapped() map[string]string {
	return map[string]string{
		"modpacktools": "utility", "bugfix": "utility", "enhancements": "utility", "map-and-information": "utility",
		"server-utility": "management", "adventure-and-rpg": "adventure", "armor": "equipment", "tools": "equipment",
		"and-weapons": "equipment", "cosmetic": "decoration", "farming": "food", "ores-and-resources": "worldgen",
		"api-and-library": "library", "world-gen": "worldgen", "structures": "worldgen", "player-transport": "transportation",
		"and-item-transport": "transportation", "processing": "technology", "energy": "technology", "fluid": "technology",
		"genetics": "technology",
	}
}

// categoriesOf maps the categories that match; the first three are featured.
func categoriesOf(r record) (featured, additional []string) {
	ours, known := mapped(), project.Categories(project.Type(r.Type))
	var list []string
	for _, c := range r.Categories {
		if to, ok := ours[c]; ok {
			c = to
		}
		if slices.Contains(known, c) && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	n := min(3, len(list))
	return list[:n], list[n:]
}

// loadersOf returns the loaders that are valid for a type. A type with a single loader always gets that one.
func loadersOf(kind string, list []string) []string {
	known := project.Loaders(project.Type(kind))
	if len(known) == 1 {
		return known
	}
	var kept []string
	for _, l := range list {
		if slices.Contains(known, l) && !slices.Contains(kept, l) {
			kept = append(kept, l)
		}
	}
	return kept
}

// gamesOf returns the known game versions of the list; all game versions if none is known.
func (f *facts) gamesOf(list []string) []string {
	var kept []string
	for _, g := range list {
		_, known := f.games[g]
		if (known || len(f.games) == 0) && !slices.Contains(kept, g) {
			kept = append(kept, g)
		}
	}
	return kept
}
