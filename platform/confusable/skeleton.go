package confusable

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

//go:generate go run ./internal/table table.generated.go

// prototype is what a character looks like.
type prototype struct {
	of   rune
	like string
}

// Skeleton returns a text that is equal for all texts which look alike (UTS #39, section 4). It is only for comparisons.
func Skeleton(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf) {
			continue // invisible
		}
		if like, ok := prototypeOf(r); ok {
			b.WriteString(like)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// Name is the skeleton of a name whose case and width do not matter: names that look alike in any of their spellings have
// the same. Case is folded last, because a capital I looks like l and a small one does not.
func Name(s string) string {
	return norm.NFKC.String(cases.Fold().String(Skeleton(norm.NFKC.String(s))))
}

// Latin is true for a text with other letters than ASCII's that looks as if it had only those.
func Latin(s string) bool {
	ascii := func(s string) bool {
		return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
	}
	return !ascii(s) && ascii(Skeleton(s))
}

// Disguised is true for a text with a word that readers take for one of ASCII's letters, though letters of other scripts
// stand in it. Characters of East Asian scripts stand between words, and the width of a letter is no disguise. A whole word
// of such letters is none in a text of its own script, and neither is a Greek letter at the end of a word, as in "Mod α".
func Disguised(s string) bool {
	whole, native := false, false
	for _, word := range strings.FieldsFunc(width.Fold.String(s), between) {
		word = strings.TrimRightFunc(word, func(r rune) bool { return unicode.Is(unicode.Greek, r) })
		switch {
		case !Latin(word):
			native = native || strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII && !unicode.Is(unicode.Latin, r) })
		case strings.ContainsFunc(word, func(r rune) bool { return r <= unicode.MaxASCII }):
			return true
		default:
			whole = whole || utf8.RuneCountInString(word) > 1
		}
	}
	return whole && !native
}

// between is true for characters that are part of no word of letters.
func between(r rune) bool {
	return !unicode.In(r, unicode.Letter, unicode.Mark) ||
		unicode.In(r, unicode.Lm, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
}

func prototypeOf(r rune) (string, bool) {
	i, found := slices.BinarySearchFunc(prototypes[:], r, func(p prototype, r rune) int { return int(p.of - r) })
	if !found {
		return "", false
	}
	return prototypes[i].like, true
}
