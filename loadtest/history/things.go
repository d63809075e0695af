package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/modyard/modyard/platform/ids"
)

// thing is a project with its versions, the oldest first. Things are sorted by popularity.
type thing struct {
	id       string
	versions []version
}

// version is a version with its only loader and version of the game; empty where it has several.
type version struct{ id, loader, game string }

// invented are projects that no site has. The numbers of versions have a long tail, as those of
// server plugins do.
func invented(seed uint64, n int) []thing {
	things := make([]thing, n)
	for i := range things {
		r := random(seed, 'p', i)
		things[i].id = ids.FromBytes(fmt.Appendf(nil, "history %d project %d", seed, i))
		things[i].versions = make([]version, versionsOf(r))
		loader := []string{"fabric", "forge", "neoforge", "quilt", ""}[r.IntN(5)]
		for v := range things[i].versions {
			things[i].versions[v] = version{
				id: ids.FromBytes(fmt.Appendf(nil, "history %d project %d version %d", seed, i, v)), loader: loader,
				game: []string{"1.20.1", "1.21.1", "1.21.4", ""}[r.IntN(4)],
			}
		}
	}
	return things
}

// versionsOf is a number of versions: in half of the cases 1 or 2, at most 486.
func versionsOf(r *rand.Rand) int {
	u := r.Float64()
	return min(486, max(1, int(1/(1-u)*1.4)))
}
