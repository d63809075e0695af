package markdown

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
	"golang.org/x/text/width"
)

// side is what stands on one side of a run of marks.
type side struct{ space, punct, cjk bool }

// foreign is punctuation that the CJK-friendly amendment leaves under CommonMark's rule.
func (s side) foreign() bool { return s.punct && !s.cjk }

// flanks says whether a run of marks is left-flanking and right-flanking, as the CJK-friendly amendment of CommonMark
// defines it: punctuation of Chinese, Japanese and Korean counts as a letter, and other punctuation inside of the
// marks also needs no space where a character of these scripts stands outside of them.
func flanks(before, after side) (left, right bool) {
	left = !after.space && (!after.foreign() || before.space || before.foreign() || before.cjk)
	right = !before.space && (!before.foreign() || after.space || after.foreign() || after.cjk)
	return left, right
}

// following is the side after a run of marks. The end of the text counts as a space.
func following(rest []byte) side {
	if len(rest) == 0 {
		return side{space: true}
	}
	r, _ := utf8.DecodeRune(rest)
	return sideOf(r)
}

// preceding is the side before a run of marks, whose line so far is given. The start of a line counts as a space.
func preceding(line []byte) side {
	if len(line) == 0 {
		return side{space: true}
	}
	r, size := utf8.DecodeLastRune(line)
	if ideographicSelector(r) {
		return side{cjk: true}
	}
	// A variation selector belongs to the character before it.
	if rest := line[:len(line)-size]; unicode.Is(unicode.Variation_Selector, r) && len(rest) > 0 {
		base, _ := utf8.DecodeLastRune(rest)
		s := sideOf(base)
		s.cjk = s.cjk || r == fullWidthSelector && quotation(base)
		return s
	}
	return sideOf(r)
}

func sideOf(r rune) side {
	return side{space: util.IsSpaceRune(r), punct: util.IsPunctRune(r), cjk: isCJK(r)}
}

// isCJK says whether a character is wide, full or half width, or Hangul, and is not drawn as an emoji by default.
func isCJK(r rune) bool {
	if r < 0x1100 {
		return false
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianHalfwidth:
		return !unicode.Is(emojiPresentation, r)
	}
	return unicode.Is(unicode.Hangul, r)
}

// fullWidthSelector after a quotation mark selects its form of full width.
const fullWidthSelector = '\uFE01'

func quotation(r rune) bool { return r == '‘' || r == '’' || r == '“' || r == '”' }

// ideographicSelector says whether r selects a form of the ideograph before it.
func ideographicSelector(r rune) bool { return r >= 0xE0100 && r <= 0xE01EF }
