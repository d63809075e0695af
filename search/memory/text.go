package memory

import (
	"slices"
	"sync"

	"github.com/modyard/modyard/search/analysis"
)

// scratch holds per-document numbers of one query on one part; all zero between queries.
type scratch struct {
	class   []uint16
	matched []uint32 // documents with a class
	level   []uint8
	risen   []uint32 // documents with a level
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) reset(n int) {
	if len(s.class) < n {
		s.class, s.level = make([]uint16, n), make([]uint8, n)
	}
}

func (s *scratch) clear() {
	for _, d := range s.matched {
		s.class[d] = 0
	}
	s.matched = s.matched[:0]
	s.sink()
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

// rise lifts documents of the list that stand at step i one up; false once none can be left.
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

// top gives the documents that rose through all n steps a weight.
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
	names := make([][]uint32, n)
	for i, t := range f.Tokens {
		names[i] = x.all(t.Match.Name)
		s.rise(names[i], i)
	}
	s.top(n, analysis.WeightNames)
	for i, t := range f.Tokens {
		s.rise(names[i], i)
		s.rise(x.all(t.Match.Desc), i)
	}
	s.top(n, analysis.WeightText)
}

// all returns the documents that satisfy every lookup. Lookups of several are of whole terms.
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
