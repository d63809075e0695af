package catalogueimport

import (
	"cmp"
	"math"
	"slices"
)

// ranked is a project whose downloads are unknown, with figures on how widely it is used.
type ranked struct {
	line  int
	packs int64
}

// Parameters of the lognormal distribution of downloads in catalogues that list them, and the scale that places this
// catalogue's counted projects in it.
const (
	logMean      = 4.84
	logDeviation = 2.22
	logScale     = 20
)

// estimate assigns every project the downloads of its rank: projects in more packs first, then in the catalogue's
// order.
func estimate(unknown []ranked) map[int]int64 {
	slices.SortFunc(unknown, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.packs, a.packs), cmp.Compare(a.line, b.line))
	})
	totals := make(map[int]int64, len(unknown))
	for rank, r := range unknown {
		share := 1 - (float64(rank)+.5)/float64(len(unknown))
		z := math.Sqrt2 * math.Erfinv(2*share-1)
		totals[r.line] = int64(logScale * math.Exp(logMean+logDeviation*z))
	}
	return totals
}
