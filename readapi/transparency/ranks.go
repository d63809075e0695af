package transparency

import (
	"math"
	"slices"
)

// ranks is a multiset of waits whose k-th smallest is found in logarithmic time: a Fenwick tree over the sorted waits
// that may occur.
type ranks struct {
	waits []int // sorted, each once
	tree  []int
	n     int
}

// newRanks makes an empty set for waits that are sorted and occur once.
func newRanks(waits []int) *ranks { return &ranks{waits: waits, tree: make([]int, len(waits)+1)} }

// add adds a wait, or removes it where by is -1.
func (r *ranks) add(wait, by int) {
	at, _ := slices.BinarySearch(r.waits, wait)
	for i := at + 1; i < len(r.tree); i += i & -i {
		r.tree[i] += by
	}
	r.n += by
}

// at is the nearest-rank quantile. The set must not be empty.
func (r *ranks) at(quantile float64) int {
	left := max(1, int(math.Ceil(quantile*float64(r.n))))
	step := 1
	for step*2 < len(r.tree) {
		step *= 2
	}
	i := 0
	for ; step > 0; step /= 2 {
		if i+step < len(r.tree) && r.tree[i+step] < left {
			i += step
			left -= r.tree[i]
		}
	}
	return r.waits[i]
}
