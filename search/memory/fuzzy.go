package memory

import (
	"cmp"
	"slices"

	"github.com/modyard/modyard/search/analysis"
)

// fuzzyIndex maps typo hashes to terms: pairs of a hash (upper half) and the number of a term, sorted. Stored by term
// it needs a tenth of the memory that it would need by document.
type fuzzyIndex []uint64

func newFuzzyIndex(x *termIndex) fuzzyIndex {
	var pairs fuzzyIndex
	for i := range x.len() {
		for _, h := range analysis.TermHashes(x.term(i)) {
			pairs = append(pairs, uint64(uint32(h))<<32|uint64(i))
		}
	}
	slices.Sort(pairs)
	return exact(slices.Compact(pairs))
}

// docs returns the documents with a term that has one of the hashes, unordered and with duplicates.
func (f fuzzyIndex) docs(x *termIndex, hashes []int32) []uint32 {
	var terms []uint32
	for _, h := range hashes {
		at, _ := slices.BinarySearchFunc(f, uint64(uint32(h))<<32, cmp.Compare[uint64])
		for ; at < len(f) && uint32(f[at]>>32) == uint32(h); at++ {
			terms = append(terms, uint32(f[at]))
		}
	}
	slices.Sort(terms)
	var out []uint32
	for _, t := range slices.Compact(terms) {
		out = append(out, x.docs(int(t))...)
	}
	return out
}
