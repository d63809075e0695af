package memory

import (
	"sort"
	"strings"
)

// termIndex has sorted terms with the documents of each: one string and three arrays, because a million small strings
// would cost the garbage collector more time than the search.
type termIndex struct {
	text  string
	start []uint32 // offset of term i in text; one more than terms
	first []uint32 // offset of term i in posts; one more than terms
	posts []uint32 // document numbers, ascending within a term
}

func (x *termIndex) len() int { return len(x.start) - 1 }

func (x *termIndex) term(i int) string { return x.text[x.start[i]:x.start[i+1]] }

func (x *termIndex) docs(i int) []uint32 { return x.posts[x.first[i]:x.first[i+1]] }

// exact returns the documents with the term, ascending.
func (x *termIndex) exact(term string) []uint32 {
	i := x.lowerBound(term)
	if i < x.len() && x.term(i) == term {
		return x.docs(i)
	}
	return nil
}

// begun returns the documents with a term of this prefix, unordered and with duplicates.
func (x *termIndex) begun(prefix string) []uint32 {
	lo := x.lowerBound(prefix)
	hi := lo + sort.Search(x.len()-lo, func(i int) bool { return !strings.HasPrefix(x.term(lo+i), prefix) })
	return x.posts[x.first[lo]:x.first[hi]]
}

func (x *termIndex) lowerBound(term string) int {
	return sort.Search(x.len(), func(i int) bool { return x.term(i) >= term })
}

// termBuilder writes a termIndex; terms must be added in order.
type termBuilder struct {
	text  []byte
	index termIndex
}

// room makes room for terms, their text in bytes and their postings, so that adding them copies nothing.
func (b *termBuilder) room(terms, text, posts int) {
	b.text = make([]byte, 0, text)
	b.index.start, b.index.first = make([]uint32, 0, terms+1), make([]uint32, 0, terms+1)
	b.index.posts = make([]uint32, 0, posts)
}

func (b *termBuilder) add(term string, docs []uint32) {
	b.index.start = append(b.index.start, uint32(len(b.text)))
	b.index.first = append(b.index.first, uint32(len(b.index.posts)))
	b.text = append(b.text, term...)
	b.index.posts = append(b.index.posts, docs...)
}

func (b *termBuilder) done() termIndex {
	x := b.index
	x.start = exact(append(x.start, uint32(len(b.text))))
	x.first = exact(append(x.first, uint32(len(x.posts))))
	x.posts, x.text = exact(x.posts), string(b.text)
	return x
}

// exact returns the values in memory of their own size: an index lives long, and growing slices leave up to a quarter
// of them unused.
func exact[T any](values []T) []T {
	if len(values) == cap(values) {
		return values
	}
	return append(make([]T, 0, len(values)), values...)
}
