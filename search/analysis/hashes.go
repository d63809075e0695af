package analysis

import "unicode/utf8"

// Salts make hashes of names and of words different.
const (
	saltName = 'k'
	saltWord = 'w'
)

// minHashRunes is the minimum length of a form with typo hashes: shorter forms are too similar.
const minHashRunes = 4

// TermHashes returns the typo hashes of a term; terms of whole names and of words in names have some. The hashes of a
// document are those of its terms, so an index may store them by term.
func TermHashes(term string) []int32 {
	switch term[:1] {
	case termTitle, termOther:
		return neighbourhood(saltName, term[1:])
	case termWord:
		return neighbourhood(saltWord, term[1:])
	}
	return nil
}

// neighbourhood returns the hashes of a form and of the form without each single letter, nil for a short form. Two
// forms within one insertion, deletion, substitution or swap have a hash in common.
func neighbourhood(salt byte, form string) []int32 {
	if runeCount(form) < minHashRunes {
		return nil
	}
	out := []int32{fnv(salt, form, "")}
	for i, r := range form {
		h := fnv(salt, form[:i], form[i+utf8.RuneLen(r):])
		if h != out[len(out)-1] { // a doubled letter gives the same form twice
			out = append(out, h)
		}
	}
	return out
}

func fnv(salt byte, a, b string) int32 {
	h := uint32(2166136261)
	h = (h ^ uint32(salt)) * 16777619
	for i := range len(a) {
		h = (h ^ uint32(a[i])) * 16777619
	}
	for i := range len(b) {
		h = (h ^ uint32(b[i])) * 16777619
	}
	return int32(h)
}
