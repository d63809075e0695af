package revenue

import (
	"cmp"
	"slices"
)

// party takes part in a division, with its weight.
type party struct {
	id     string
	weight uint64
}

// divide divides an amount by weights so that the parts add up to it: each gets its part rounded down, and the millionths
// that are left go to the largest remainders, of equal ones to the lowest ids. If all weights are zero, all are equal. There is
// at least one party, the ids differ, the sum of the weights fits in 64 bits, and the amount is not negative.
func divide(total Amount, among []party) map[string]Amount {
	parts := make(map[string]Amount, len(among))
	var sum uint64
	for _, p := range among {
		sum += p.weight
	}
	if sum == 0 {
		equal := make([]party, len(among))
		for i, p := range among {
			equal[i] = party{p.id, 1}
		}
		among, sum = equal, uint64(len(equal))
	}
	type remainder struct {
		id   string
		rest uint64
	}
	rests, left := make([]remainder, 0, len(among)), total
	for _, p := range among {
		whole, rest := total.part(p.weight, sum)
		parts[p.id] += whole
		left -= whole
		rests = append(rests, remainder{p.id, rest})
	}
	slices.SortFunc(rests, func(a, b remainder) int { return cmp.Or(cmp.Compare(b.rest, a.rest), cmp.Compare(a.id, b.id)) })
	for i := range int(left) { // fewer than there are parties
		parts[rests[i].id]++
	}
	return parts
}
