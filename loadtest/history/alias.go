package main

import "math/rand/v2"

// alias draws numbers by weight, each in constant time (Vose's alias method).
type alias struct {
	keep  []float64
	other []int32
}

func newAlias(weights []float64) alias {
	n, sum := len(weights), 0.0
	for _, w := range weights {
		sum += w
	}
	a := alias{keep: make([]float64, n), other: make([]int32, n)}
	var small, large []int32
	scaled := make([]float64, n)
	for i, w := range weights {
		scaled[i] = w * float64(n) / sum
		if scaled[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		a.keep[s], a.other[s] = scaled[s], l
		if scaled[l] -= 1 - scaled[s]; scaled[l] < 1 {
			large, small = large[:len(large)-1], append(small, l)
		}
	}
	for _, rest := range [][]int32{small, large} {
		for _, i := range rest {
			a.keep[i], a.other[i] = 1, i
		}
	}
	return a
}

func (a alias) draw(r *rand.Rand) int {
	i := r.IntN(len(a.keep))
	if r.Float64() < a.keep[i] {
		return i
	}
	return int(a.other[i])
}
