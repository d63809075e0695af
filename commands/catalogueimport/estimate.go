package catalogueimport

import (
	"cmp"
	"math"
	"slices"
)

// ranked is a project whose downloads are not known, with what is known of how widely it is used.
type ranked struct {
	line  int
	packs int64
}

// The spread of totals in catalogues whose totals are known: lognormal, with these parameters of the logarithm,
// scaled to where the projects that are counted would stand among them.
const (
	logMean      = 4.84
	logDeviation = 2.22
	logScale     = 20
)

// estimate gives every project the total of its rank: those in more packs first, then in the catalogue's order.
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
