package risk

import (
	"cmp"
	"slices"
)

// Matcher finds phrases of a list in texts, with an automaton of Aho and Corasick over the folded characters: the time depends on the
// length of the text, not on the number of phrases. It is safe for concurrent use. The zero Matcher finds nothing.
//
// Characters are numbered from 1 as far as phrases have them; all others are 0. Nodes are numbered by the length of their path, and the
// children of a node follow each other, in the order of their characters.
type Matcher struct {
	words    []string
	pages    []*[pageSize]int32 // the numbers of characters, by their high bits; nil: a page has none
	begins   []int32            // the child of the root by character; 0: none
	label    []int32            // the last character of a node's path
	children []int32            // the first child of a node; those of node n end where those of n+1 begin
	fails    []int32            // the node of the longest proper suffix of a node's path
	ends     []int32            // 1 + the phrase that ends at a node or at a suffix of its path; 0: none
}

const (
	pageBits = 7
	pageSize = 1 << pageBits
)

// spelled is a phrase of the list in numbers of characters.
type spelled struct {
	chars []int32
	word  int32 // its index
}

// NewMatcher makes a matcher of phrases. Those of which Fold leaves nothing are left out.
func NewMatcher(words []string) *Matcher {
	m := &Matcher{words: words}
	list, chars := make([]spelled, 0, len(words)), int32(0)
	for i, w := range words {
		s := spelled{word: int32(i)} //nolint:gosec // at most MaxWords
		for r := range folded(w) {
			s.chars = append(s.chars, m.number(r, &chars))
		}
		if len(s.chars) > 0 {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b spelled) int { return cmp.Or(slices.Compare(a.chars, b.chars), cmp.Compare(a.word, b.word)) })
	m.grow(list)
	m.begins = make([]int32, chars+1)
	for child := m.children[0]; child < m.children[1]; child++ {
		m.begins[m.label[child]] = child
	}
	m.link()
	return m
}

// number is the number of a character, a new one if it has none.
func (m *Matcher) number(r rune, last *int32) int32 {
	page := int(r >> pageBits)
	for len(m.pages) <= page {
		m.pages = append(m.pages, nil)
	}
	if m.pages[page] == nil {
		m.pages[page] = new([pageSize]int32)
	}
	n := &m.pages[page][r&(pageSize-1)]
	if *n == 0 {
		*last++
		*n = *last
	}
	return *n
}

// grow makes the nodes of sorted phrases.
func (m *Matcher) grow(list []spelled) {
	// Phrases with the path of a node stand together; those that are no longer stand first.
	type span struct{ from, to, depth int }
	spans := []span{{0, len(list), 0}}
	m.label, m.ends = []int32{0}, []int32{0}
	for node := 0; node < len(spans); node++ {
		s := spans[node]
		m.children = append(m.children, int32(len(spans))) //nolint:gosec // at most MaxWords*MaxWord, several times over by the folding
		at := s.from
		for at < s.to && len(list[at].chars) == s.depth {
			if m.ends[node] == 0 {
				m.ends[node] = list[at].word + 1
			}
			at++
		}
		for at < s.to {
			begin, char := at, list[at].chars[s.depth]
			for at < s.to && list[at].chars[s.depth] == char {
				at++
			}
			spans = append(spans, span{begin, at, s.depth + 1})
			m.label, m.ends = append(m.label, char), append(m.ends, 0)
		}
	}
	m.children = append(m.children, int32(len(spans))) //nolint:gosec // as above
}

// link makes the fails of the nodes, and their ends by those of their suffixes.
func (m *Matcher) link() {
	m.fails = make([]int32, len(m.label))
	for parent := range m.fails {
		for child := m.children[parent]; child < m.children[parent+1]; child++ {
			if parent > 0 {
				m.fails[child] = m.step(m.fails[parent], m.label[child])
			}
			if m.ends[child] == 0 {
				m.ends[child] = m.ends[m.fails[child]]
			}
		}
	}
}

// step is the node after a character of the phrases.
func (m *Matcher) step(at, char int32) int32 {
	for at != 0 {
		if to := m.child(at, char); to != 0 {
			return to
		}
		at = m.fails[at]
	}
	return m.begins[char]
}

// child is the child of a node by a character; 0 if there is none.
func (m *Matcher) child(at, char int32) int32 {
	from, to := m.children[at], m.children[at+1]
	for to-from > 1 {
		if middle := (from + to) / 2; m.label[middle] <= char {
			from = middle
		} else {
			to = middle
		}
	}
	if from < to && m.label[from] == char {
		return from
	}
	return 0
}

// Find is the phrase of the list that ends first in a text, as the list has it.
func (m *Matcher) Find(text string) (phrase string, found bool) {
	if len(m.words) == 0 {
		return "", false
	}
	at := int32(0)
	for r := range folded(text) {
		char := int32(0)
		if page := int(r >> pageBits); page < len(m.pages) && m.pages[page] != nil {
			char = m.pages[page][r&(pageSize-1)]
		}
		if char == 0 {
			at = 0
			continue
		}
		if at = m.step(at, char); m.ends[at] != 0 {
			return m.words[m.ends[at]-1], true
		}
	}
	return "", false
}
