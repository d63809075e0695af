package memory

import (
	"slices"
	"sync"

	"github.com/modyard/modyard/search/analysis"
)

// scratch has per-document numbers of one query on one part; all zero between queries.
type scratch struct {
	class   []uint16
	matched []uint32 // documents with a class
	level   []uint8
	risen   []uint32 // documents with a level
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// take gets a scratch for a part from the pool; release returns it.
func take(p *part) *scratch {
	s := scratches.Get().(*scratch)
	if len(s.class) < p.len() {
		s.class, s.level = make([]uint16, p.len()), make([]uint8, p.len())
	}
	return s
}

func (s *scratch) release() {
	for _, d := range s.matched {
		s.class[d] = 0
	}
	s.matched = s.matched[:0]
	s.sink()
	scratches.Put(s)
}

func (s *scratch) sink() {
	for _, d := range s.risen {
		s.level[d] = 0
	}
	s.risen = s.risen[:0]
}

func (s *scratch) give(docs []uint32, weight int) {
	w := uint16(weight)
	for _, d := range docs {
		switch c := s.class[d]; {
		case c == 0:
			s.class[d] = w
			s.matched = append(s.matched, d)
		case c < w:
			s.class[d] = w
		}
	}
}

// rise moves the documents of a list that have reached step i to the next.
func (s *scratch) rise(docs []uint32, i int) {
	for _, d := range docs {
		if s.level[d] == uint8(i) {
			if i == 0 {
				s.risen = append(s.risen, d)
			}
			s.level[d]++
		}
	}
}

// top gives the documents that have passed all n steps a weight.
func (s *scratch) top(n, weight int) {
	kept := make([]uint32, 0, 64)
	for _, d := range s.risen {
		if s.level[d] == uint8(n) {
			kept = append(kept, d)
		}
	}
	s.give(kept, weight)
	s.sink()
}

// score fills the classes of all documents of a part that match a formula on the first path.
func (s *scratch) score(x *termIndex, f analysis.Formula) {
	for _, k := range f.Equal {
		s.give(x.exact(k.Term), k.Weight)
	}
	for _, k := range f.Begun {
		s.give(x.begun(k.Term), k.Weight)
	}
	n := len(f.Tokens)
	for i, t := range f.Tokens {
		s.rise(x.exact(t.Whole), i)
	}
	s.top(n, analysis.WeightWords)
	text := make([]analysis.Match, n)
	for i, t := range f.Tokens {
		text[i] = t.Match
		s.rise(x.all(t.Match.Name), i)
	}
	s.top(n, analysis.WeightNames)
	s.scoreText(x, text, analysis.WeightText)
}

// all returns the documents that match every lookup. With several lookups, all must be whole terms.
func (x *termIndex) all(ls []analysis.Lookup) []uint32 {
	if len(ls) == 1 {
		if ls[0].Prefix {
			return x.begun(ls[0].Term)
		}
		return x.exact(ls[0].Term)
	}
	lists := make([][]uint32, len(ls))
	for i, l := range ls {
		lists[i] = x.exact(l.Term)
	}
	slices.SortFunc(lists, func(a, b []uint32) int { return len(a) - len(b) })
	var out []uint32
	for _, d := range lists[0] {
		if !slices.ContainsFunc(lists[1:], func(l []uint32) bool { _, ok := slices.BinarySearch(l, d); return !ok }) {
			out = append(out, d)
		}
	}
	return out
}

// scoreTypos fills the classes of all documents of a part that match on the typo path.
func (s *scratch) scoreTypos(p *part, f analysis.Formula) {
	x := &p.terms
	s.give(p.fuzzy.docs(x, f.NameHashes), analysis.WeightTypoName)
	all := make([]analysis.Match, len(f.Tokens))
	mistyped := false
	for i, t := range f.Tokens {
		all[i] = t.Match
		mistyped = mistyped || len(t.Hashes) > 0
	}
	s.scoreText(x, all, analysis.WeightTypoText)
	if mistyped {
		for i, t := range f.Tokens {
			s.rise(x.all(t.Match.Name), i)
			s.rise(p.fuzzy.docs(x, t.Hashes), i)
		}
		s.top(len(f.Tokens), analysis.WeightTypoWords)
	}
	for _, ms := range f.LeaveOuts {
		s.scoreText(x, ms, analysis.WeightMissing)
	}
}

// scoreText gives a weight to the documents with every match in names or description.
func (s *scratch) scoreText(x *termIndex, ms []analysis.Match, weight int) {
	for i, m := range ms {
		s.rise(x.all(m.Name), i)
		s.rise(x.all(m.Desc), i)
		if len(s.risen) == 0 { // no document has the first match
			return
		}
	}
	s.top(len(ms), weight)
}
