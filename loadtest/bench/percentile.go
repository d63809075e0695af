package main

import (
	"cmp"
	"math"
	"slices"
)

// percentile is the smallest value that at least the share p of the values do not exceed (nearest rank); zero without
// values.
func percentile[T cmp.Ordered](values []T, p float64) T {
	if len(values) == 0 {
		var zero T
		return zero
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(p * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// median is the 50th percentile.
func median[T cmp.Ordered](values []T) T { return percentile(values, 0.5) }
