package risk

import (
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
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		end := i + n
		for end < len(s) {
			next, n := utf8.DecodeRuneInString(s[end:])
			if plain(next) { // it is never the second part of a composed character
				break
			}
			end += n
		}
		if end == i+n && plain(r) {
			if r >= fullWidth {
				r -= fullWidth - '!'
			}
			if r > ' ' && r != 0x7f {
				b.WriteRune(unicode.ToLower(r))
			}
		} else {
			b.WriteString(foldAny(s[i:end]))
		}
		i = end
	}
	return b.String()
}

const fullWidth = '！' // the first of those whose narrow forms are ASCII's

// plain is true for the characters of which most texts consist, which foldAny need not look at.
func plain(r rune) bool {
	return r <= unicode.MaxASCII || r >= 0x4E00 && r <= 0x9FFF || r >= '、' && r <= '】' || r >= fullWidth && r <= '～'
}

func foldAny(s string) string {
	s = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return -1
		}
		return r
	}, s)
}

// Matcher finds phrases of a list in texts, with an automaton of Aho and Corasick over the folded characters: the time depends on the
// length of the text, not on the number of phrases. It is safe for concurrent use. The zero Matcher finds nothing.
type Matcher struct {
	next  map[edge]int32
	fails []int32 // the node of the longest proper suffix of a node's characters
	ends  []int32 // 1 + the phrase that ends at a node or at a suffix of it; 0: none
	words []string
}

type edge struct {
	from int32
	r    rune
}

// NewMatcher makes a matcher of phrases. Those of which Fold leaves nothing are left out.
func NewMatcher(words []string) *Matcher {
	m := &Matcher{next: map[edge]int32{}, fails: []int32{0}, ends: []int32{0}, words: words}
	type child struct {
		edge
		node int32
	}
	var levels [][]child // by the length of the path; parents stand before their children
	for i, w := range words {
		at := int32(0)
		for depth, r := range []rune(Fold(w)) {
			e := edge{at, r}
			to, there := m.next[e]
			if !there {
				to = int32(len(m.fails)) //nolint:gosec // at most MaxWords*MaxWord, several times over by the folding
				m.next[e], m.fails, m.ends = to, append(m.fails, 0), append(m.ends, 0)
				if depth == len(levels) {
					levels = append(levels, nil)
				}
				levels[depth] = append(levels[depth], child{e, to})
			}
			at = to
		}
		if at != 0 && m.ends[at] == 0 {
			m.ends[at] = int32(i) + 1 //nolint:gosec // at most MaxWords
		}
	}
	for depth, level := range levels {
		for _, c := range level {
			if depth > 0 {
				m.fails[c.node] = m.step(m.fails[c.from], c.r)
			}
			if m.ends[c.node] == 0 {
				m.ends[c.node] = m.ends[m.fails[c.node]]
			}
		}
	}
	return m
}

// step is the node after a character.
func (m *Matcher) step(at int32, r rune) int32 {
	for {
		if to, there := m.next[edge{at, r}]; there {
			return to
		}
		if at == 0 {
			return 0
		}
		at = m.fails[at]
	}
}

// Find is the phrase of the list that ends first in a text, as the list has it.
func (m *Matcher) Find(text string) (phrase string, found bool) {
	if len(m.words) == 0 {
		return "", false
	}
	at := int32(0)
	for _, r := range Fold(text) {
		at = m.step(at, r)
		if end := m.ends[at]; end != 0 {
			return m.words[end-1], true
		}
	}
	return "", false
}
