package demo

import (
	"hash/fnv"
	"math/rand/v2"
)

// chance is a random generator with the same results in every run.
func chance(seed string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed)) // never fails
	return rand.New(rand.NewPCG(h.Sum64(), 0x64656d6f))
}

// some selects n different entries.
func some(r *rand.Rand, n int, list []string) []string {
	n = min(n, len(list))
	picked := make([]string, 0, n)
	for _, i := range r.Perm(len(list))[:n] {
		picked = append(picked, list[i])
	}
	return picked
}
