package audit

import (
	"slices"
	"strings"
	"unicode"
)

// MinText is the smallest number of characters that can be searched for.
const MinText = 2

// maxGrams bounds the characters of an entry that are searched.
const maxGrams = 4000

// Grams are hashes of the pairs of neighbouring characters of texts, without regard to case: a text with a word in it
// has every hash of the word. No pair reaches from one text into the next.
func Grams(texts ...string) []int32 {
	out := []int32{}
	left := maxGrams
	for _, text := range texts {
		var before rune
		for i, r := range strings.ToLower(text) {
			if left--; left < 0 {
				break
			}
			if r = unicode.ToLower(r); i > 0 {
				out = append(out, gram(before, r))
			}
			before = r
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// gram is the 32-bit FNV-1a hash of two characters.
func gram(a, b rune) int32 {
	h := uint32(2166136261)
	for _, r := range [2]rune{a, b} {
		for shift := 0; shift < 32; shift += 8 {
			h = (h ^ uint32(r)>>shift&0xff) * 16777619
		}
	}
	return int32(h)
}
