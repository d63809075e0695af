package memory

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

const gone = math.MaxUint32

// merge makes one segment of the live documents of several parts.
func merge(parts []part) *segment {
	type origin struct{ part, doc uint32 }
	var docs []origin
	for p, part := range parts {
		for d := range part.len() {
			if !part.isDead(uint32(d)) {
				docs = append(docs, origin{uint32(p), uint32(d)})
			}
		}
	}
	slices.SortFunc(docs, func(a, b origin) int {
		x, y := parts[a.part].segment, parts[b.part].segment
		return cmp.Or(cmp.Compare(y.downloads[b.doc], x.downloads[a.doc]), strings.Compare(x.ids[a.doc], y.ids[b.doc]))
	})
	moved := make([][]uint32, len(parts)) // maps old numbers to new ones
	for p, part := range parts {
		moved[p] = slices.Repeat([]uint32{gone}, part.len())
	}
	s := newSegment(len(docs))
	for n, o := range docs {
		x := parts[o.part].segment
		s.add(x.ids[o.doc], x.pop[o.doc], x.downloads[o.doc], x.follows[o.doc], x.created[o.doc], x.updated[o.doc])
		moved[o.part][o.doc] = uint32(n)
	}
	s.terms = mergeTerms(parts, moved)
	mergeFacets(s, parts, moved)
	s.finish()
	return s
}

func mergeTerms(parts []part, moved [][]uint32) termIndex {
	var terms, text, postings int
	for _, part := range parts {
		terms, text, postings = terms+part.terms.len(), text+len(part.terms.text), postings+len(part.terms.posts)
	}
	var b termBuilder
	b.room(terms, text, postings)
	next := make([]int, len(parts))
	var posts []uint32
	for {
		var term string
		found := false
		for p, part := range parts {
			if next[p] < part.terms.len() {
				if t := part.terms.term(next[p]); !found || t < term {
					term, found = t, true
				}
			}
		}
		if !found {
			return b.done()
		}
		posts = posts[:0]
		for p, part := range parts {
			if next[p] < part.terms.len() && part.terms.term(next[p]) == term {
				for _, d := range part.terms.docs(next[p]) {
					if n := moved[p][d]; n != gone {
						posts = append(posts, n)
					}
				}
				next[p]++
			}
		}
		if len(posts) > 0 {
			slices.Sort(posts)
			b.add(term, posts)
		}
	}
}

func mergeFacets(s *segment, parts []part, moved [][]uint32) {
	lists := map[string][]uint32{}
	for p, part := range parts {
		for token, bm := range part.facets {
			list := lists[token]
			for it := bm.Iterator(); it.HasNext(); {
				if n := moved[p][it.Next()]; n != gone {
					list = append(list, n)
				}
			}
			lists[token] = list
		}
	}
	for token, list := range lists {
		if len(list) > 0 {
			slices.Sort(list)
			bm := roaring.BitmapOf(list...)
			bm.RunOptimize()
			s.facets[token] = bm
		}
	}
}
