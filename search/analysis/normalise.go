// Package analysis turns documents into terms and queries into a formula over terms. It is the only place
// that looks at text: engines say which documents hold which terms, and nothing more.
package analysis

import (
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

//go:generate go run ./gentable/cmd opencc/TSCharacters.txt simplified_gen.go

// Normalise makes one spelling of the many a text can have: compatibility forms, apostrophes, accents and
// traditional characters go. Case stays, because word borders are read from it.
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

// accent knows combining marks, except those of Japanese and Indic scripts, which tell words apart.
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

// fold removes case. A folded letter can leave an accent behind (İ), hence the second look.
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
