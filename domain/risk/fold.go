package risk

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns what is compared of a text: without case, width, spaces and characters that are not shown.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for r := range folded(s) {
		b.WriteRune(r)
	}
	return b.String()
}

// fewPlain is up to how many plain characters between others are folded together with these: each call of foldAny costs as much as it does
// for many characters.
const fewPlain = 16

// folded are the characters of Fold. Nothing is allocated for a text of plain characters.
func folded(s string) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		r, n := utf8.DecodeRuneInString(s)
		for at := 0; n > 0; {
			end := at + n
			next, n2 := utf8.DecodeRuneInString(s[end:])
			if plain(r) && (n2 == 0 || plain(next)) {
				for more := 2; more > 0 && r == ellipsis; more-- {
					if !yield('.') {
						return
					}
				}
				if r = foldPlain(r); r >= 0 && !yield(r) {
					return
				}
				at, r, n = end, next, n2
				continue
			}
			// The end is before a plain character: it is never the second part of a composed one.
			for since := 0; n2 > 0 && (since < fewPlain || !plain(next)); next, n2 = utf8.DecodeRuneInString(s[end:]) {
				if since++; !plain(next) {
					since = 0
				}
				end += n2
			}
			for _, other := range foldAny(s[at:end]) {
				if !yield(other) {
					return
				}
			}
			at, r, n = end, next, n2
		}
	}
}

const (
	fullWidth     = '！' // the first of those whose narrow forms are ASCII's
	fullWidthEnd  = '～'
	cyrillicUpper = '\u0410' // А, the first of 32, before the small ones
	cyrillicLower = '\u0430'
	ellipsis      = '…' // three points
)

// plain is true for the characters of which most texts consist. foldPlain folds each of them by itself, if no other character follows with
// which it could be composed: that one is not plain.
func plain(r rune) bool {
	switch {
	case r <= unicode.MaxASCII, r >= 0x4E00 && r <= 0x9FFF:
		return true
	case r < 0x2013:
		return r >= cyrillicUpper && r < cyrillicLower+32
	case r < 0x3001:
		return r <= 0x2016 || r >= '‘' && r <= 0x201F || r == ellipsis
	case r < fullWidth:
		return r <= '】' || r >= 'ぁ' && r <= 'ゖ' || r >= 'ァ' && r <= 'ヺ' || r >= '가' && r <= '힣'
	}
	return r <= fullWidthEnd
}

// foldPlain is the folded form of a plain character, of an ellipsis the last point; -1 if it leaves nothing.
func foldPlain(r rune) rune {
	if r >= fullWidth {
		r -= fullWidth - '!'
	}
	switch {
	case r <= ' ' || r == 0x7f:
		return -1
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r >= cyrillicUpper && r < cyrillicLower:
		return r + cyrillicLower - cyrillicUpper
	case r == ellipsis:
		return '.'
	}
	return r
}

func foldAny(s string) string {
	s = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	return strings.Map(func(r rune) rune {
		if plain(r) && r > ' ' && r != 0x7f {
			return r
		}
		if unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return -1
		}
		return r
	}, s)
}
