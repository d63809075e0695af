// Package analysis turns documents into terms and queries into a formula over terms. Only this package analyses text:
// engines only find the documents with given terms.
package analysis

import (
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

//go:generate go run ./gentable/cmd opencc/TSCharacters.txt simplified_gen.go

// Normalise unifies spellings: it replaces compatibility forms and traditional characters and removes apostrophes and
// accents. It keeps case, which marks word boundaries.
func Normalise(s string) string {
	if isPlain(s) {
		return s
	}
	s = norm.NFD.String(norm.NFKC.String(s))
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\'' || r == '’' || r == '‘' || r == '`' || r == '\u200b' || r == '\u200d' || r == '\ufe0f':
			return -1
		case accent(r):
			return -1
		}
		return r
	}, s)
	s = norm.NFC.String(s)
	return strings.Map(simplify, s)
}

func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || c == '\'' || c == '`' {
			return false
		}
	}
	return true
}

// accent reports combining marks, except those of Japanese and Indic scripts, which distinguish words.
func accent(r rune) bool {
	return unicode.Is(unicode.Mn, r) &&
		(r < 0x0370 || r >= 0x0483 && r <= 0x0487 || r >= 0x1ab0 && r <= 0x1aff || r >= 0x1dc0 && r <= 0x1dff || r >= 0x20d0 && r <= 0x20ff || r >= 0xfe20 && r <= 0xfe2f)
}

// simplify maps a traditional character to its simplified form.
func simplify(r rune) rune {
	if r < simplifiedPairs[0][0] {
		return r
	}
	i := sort.Search(len(simplifiedPairs), func(i int) bool { return simplifiedPairs[i][0] >= r })
	if i < len(simplifiedPairs) && simplifiedPairs[i][0] == r {
		return simplifiedPairs[i][1]
	}
	return r
}

// fold removes case. Folding a letter can produce an accent (İ), so accents are removed again.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = cases.Fold().String(s)
	return strings.Map(func(r rune) rune {
		if accent(r) {
			return -1
		}
		return r
	}, s)
}

// clip returns at most n runes of s.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
