package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of one text, in runes.
const (
	maxQueryRunes    = 128
	maxQueryTokens   = 16
	maxSqueezedRunes = 64
	maxWordRunes     = 32
)

// token is a run of letters and digits of one script: CJK or other.
type token struct {
	text string
	cjk  bool
	gap  bool // follows a separator, not only a script boundary
}

// isCJK holds for characters of scripts written without spaces, and Hangul, whose words are long.
func isCJK(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー'
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// tokenize splits a normalised text; it keeps case.
func tokenize(s string) []token {
	var out []token
	start, cjk, gap := -1, false, false
	flush := func(end int) {
		if start >= 0 {
			out = append(out, token{text: s[start:end], cjk: cjk, gap: gap})
			start, gap = -1, false
		}
	}
	for i, r := range s {
		if !isWordRune(r) {
			flush(i)
			gap = true
			continue
		}
		c := isCJK(r)
		if start >= 0 && c != cjk {
			flush(i)
		}
		if start < 0 {
			start, cjk = i, c
		}
	}
	flush(len(s))
	return out
}

// squeeze joins tokens without case.
func squeeze(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(fold(t.text))
		if b.Len() > 4*maxSqueezedRunes {
			break
		}
	}
	return clip(b.String(), maxSqueezedRunes)
}

// splitCase splits a Latin token at camel case and between letters and digits: TideLoom2 is Tide, Loom, 2; JEIAddons
// is JEI, Addons.
func splitCase(t token) []token {
	if t.cjk {
		return []token{t}
	}
	runes := []rune(t.text)
	var out []token
	start := 0
	cut := func(i int) {
		if i > start {
			out = append(out, token{text: string(runes[start:i])})
			start = i
		}
	}
	for i := 1; i < len(runes); i++ {
		a, b := runes[i-1], runes[i]
		switch {
		case unicode.IsNumber(a) != unicode.IsNumber(b):
			cut(i)
		case unicode.IsLower(a) && unicode.IsUpper(b):
			cut(i)
		case unicode.IsUpper(a) && unicode.IsUpper(b) && i+1 < len(runes) && unicode.IsLower(runes[i+1]):
			cut(i)
		}
	}
	cut(len(runes))
	return out
}

// splitAll is splitCase of each token.
func splitAll(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for _, t := range tokens {
		out = append(out, splitCase(t)...)
	}
	return out
}

// cjkRuns joins adjacent CJK tokens, so that n-grams cross punctuation.
func cjkRuns(tokens []token) []string {
	var out []string
	joined := false
	for _, t := range tokens {
		switch {
		case !t.cjk:
			joined = false
		case joined:
			out[len(out)-1] += fold(t.text)
		default:
			out, joined = append(out, fold(t.text)), true
		}
	}
	return out
}

// grams calls f with every substring of n runes of s.
func grams(s string, n int, f func(string)) {
	starts := make([]int, 0, len(s)/2)
	for i := range s {
		starts = append(starts, i)
	}
	starts = append(starts, len(s))
	for i := 0; i+n < len(starts); i++ {
		f(s[starts[i]:starts[i+n]])
	}
}

func runeCount(s string) int { return utf8.RuneCountInString(s) }
