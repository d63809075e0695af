package catalogueimport

import (
	"slices"

	"github.com/modyard/modyard/domain/project"
)

// mapped are names of categories elsewhere that mean one of ours.
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

// categoriesOf maps what matches; the first three are featured.
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

// loadersOf keeps the loaders that a type has. Types that run on one thing only run on that.
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

// gamesOf keeps the game versions that are known; all of them where none is.
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
