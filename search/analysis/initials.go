package analysis

import (
	"strings"
	"unicode"
)

var stopWords = map[string]bool{"of": true, "the": true, "and": true, "a": true, "an": true, "in": true, "on": true,
	"for": true, "to": true, "with": true, "by": true, "at": true, "from": true, "n": true, "or": true}

// initials adds the first letters of a name's Latin words: with and without short function words, with camel case
// split or not, with capitalised words whole or not. Numbers stay whole.
func (c *collector) initials(tokens []token) {
	var latin []token
	for _, t := range tokens {
		if !t.cjk {
			latin = append(latin, t)
		}
	}
	for _, words := range [][]token{latin, splitAll(latin)} {
		if len(words) < 2 {
			continue
		}
		for _, little := range []bool{true, false} {
			for _, capitals := range []bool{true, false} {
				c.key(termInitial, firstLetters(words, little, capitals))
			}
		}
	}
}

func firstLetters(words []token, little, capitals bool) string {
	var b strings.Builder
	n := 0
	for _, w := range words {
		f := fold(w.text)
		if !little && stopWords[f] {
			continue
		}
		n++
		if number(w.text) || capitals && abbreviation(w.text) {
			b.WriteString(f)
		} else {
			b.WriteString(clip(f, 1))
		}
	}
	if n < 2 {
		return ""
	}
	return clip(b.String(), maxSqueezedRunes)
}

func number(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsNumber(r) }) < 0
}

// abbreviation holds for JEI, not for a long name in capitals.
func abbreviation(s string) bool {
	n := runeCount(s)
	return n >= 2 && n <= 6 && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsUpper(r) && !unicode.IsNumber(r) }) < 0
}
