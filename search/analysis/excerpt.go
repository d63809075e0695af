package analysis

import (
	"strings"
	"unicode/utf8"
)

// Piece is a part of an excerpt. Match is true for the words of the query.
type Piece struct {
	Text  string
	Match bool
}

// spelling is a text as queries are compared with it: folded, with the character of the text from which each byte comes.
type spelling struct {
	folded string
	from   []int // of each byte of folded: the index of the rune of the text
}

func spell(runes []rune) spelling {
	var b strings.Builder
	var from []int
	for i, r := range runes {
		f := fold(Normalise(string(r)))
		b.WriteString(f)
		for range len(f) {
			from = append(from, i)
		}
	}
	return spelling{b.String(), from}
}

// Excerpt is the part of a text around the first words of a query, of at most so many characters, in pieces. It is the beginning of
// a text without them.
func Excerpt(text, query string, width int) []Piece {
	runes := []rune(clip(text, maxProseRunes))
	s := spell(runes)
	marked, first := make([]bool, len(runes)), -1
	for _, w := range proseWords(query) {
		for _, at := range s.places(w) {
			begin, end := s.from[at[0]], s.from[at[1]-1]+1
			for i := begin; i < end; i++ {
				marked[i] = true
			}
			if first < 0 || begin < first {
				first = begin
			}
		}
	}
	begin := 0
	if first > width/3 && len(runes) > width {
		begin = min(first-width/3, len(runes)-width)
	}
	end := min(begin+width, len(runes))
	var pieces []Piece
	add := func(text string, match bool) {
		if n := len(pieces); n > 0 && pieces[n-1].Match == match {
			pieces[n-1].Text += text
			return
		}
		pieces = append(pieces, Piece{text, match})
	}
	if begin > 0 {
		add("…", false)
	}
	for i := begin; i < end; {
		to := i
		for to < end && marked[to] == marked[i] {
			to++
		}
		add(string(runes[i:to]), marked[i])
		i = to
	}
	if end < len(runes) {
		add("…", false)
	}
	return pieces
}

// places are the parts of the folded text where a word stands: a word of letters not within another word unless it stands nowhere
// else, a CJK run, or its pairs where the whole run stands nowhere.
func (s spelling) places(w token) (found [][2]int) {
	found = s.all(w.text)
	switch {
	case len(found) == 0 && w.cjk && runeCount(w.text) > 2:
		grams(w.text, 2, func(g string) { found = append(found, s.all(g)...) })
	case !w.cjk:
		var whole [][2]int
		for _, at := range found {
			if s.wholeWord(at[0], at[1]) {
				whole = append(whole, at)
			}
		}
		if len(whole) > 0 {
			return whole
		}
	}
	return found
}

// maxPlaces is how often one word is marked.
const maxPlaces = 200

// all are the first parts of the folded text that are the same as a word.
func (s spelling) all(word string) (found [][2]int) {
	for at := 0; word != "" && len(found) < maxPlaces; {
		i := strings.Index(s.folded[at:], word)
		if i < 0 {
			break
		}
		found = append(found, [2]int{at + i, at + i + len(word)})
		at += i + len(word)
	}
	return found
}

// wholeWord is true where no letter or digit of the same script stands at the ends.
func (s spelling) wholeWord(begin, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s.folded[:begin])
	after, _ := utf8.DecodeRuneInString(s.folded[end:])
	inside := func(r rune) bool { return isWordRune(r) && !isCJK(r) }
	return !inside(before) && !inside(after)
}
