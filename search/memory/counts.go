package memory

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// matched has, for each part, the documents that match a text on the first path, and those of them that match by
// name. Nil parts are all documents.
type matched struct {
	all, named []*roaring.Bitmap
}

// match finds a text in all parts, without filters.
func (s *snapshot) match(f analysis.Formula) matched {
	m := matched{all: make([]*roaring.Bitmap, len(s.parts)), named: make([]*roaring.Bitmap, len(s.parts))}
	for i := range s.parts {
		p := &s.parts[i]
		x := take(p)
		x.score(&p.terms, f)
		m.all[i] = roaring.BitmapOf(x.matched...)
		named := make([]uint32, 0, len(x.matched))
		for _, doc := range x.matched {
			if x.class[doc] > analysis.WeightText {
				named = append(named, doc)
			}
		}
		m.named[i] = roaring.BitmapOf(named...)
		x.release()
	}
	return m
}

// matchTypos finds a text on the typo path.
func (s *snapshot) matchTypos(f analysis.Formula) []*roaring.Bitmap {
	out := make([]*roaring.Bitmap, len(s.parts))
	for i := range s.parts {
		p := &s.parts[i]
		x := take(p)
		x.scoreTypos(p, f)
		out[i] = roaring.BitmapOf(x.matched...)
		x.release()
	}
	return out
}

// under returns the documents over which options are counted: those of the text, under a plan. typos returns the
// documents of the typo path; it is called only when needed.
func (s *snapshot) under(f analysis.Formula, m matched, plan search.Plan, typos func() []*roaring.Bitmap) []*roaring.Bitmap {
	base := make([]*roaring.Bitmap, len(s.parts))
	named := false
	for i, p := range s.parts {
		base[i] = p.allowed(plan)
		if !f.All {
			named = named || base[i] == nil && !m.named[i].IsEmpty() || base[i] != nil && base[i].Intersects(m.named[i])
		}
	}
	if f.All {
		return base
	}
	text := m.all
	if !named {
		text = typos()
	}
	for i := range base {
		base[i] = intersection(base[i], text[i])
	}
	return base
}

// countOption adds the counts of one kind of option over the documents base.
func (s *snapshot) countOption(o search.Option, filter search.Filter, base []*roaring.Bitmap, out map[string]int) {
	for i, p := range s.parts {
		if base[i] != nil && base[i].IsEmpty() {
			continue
		}
		for _, token := range p.options[o.Prefix] {
			docs := p.facets[token]
			for _, c := range filter.Tied(o.Family, token[len(o.Prefix):]) {
				docs = roaring.And(docs, p.clause(c))
			}
			n := docs.GetCardinality()
			if base[i] != nil {
				n = docs.AndCardinality(base[i])
			}
			if n > 0 {
				out[o.OptionKey(token)] += int(n)
			}
		}
	}
}

// countAll counts the options of all documents.
func (s *snapshot) countAll() map[string]int {
	out := map[string]int{}
	base := make([]*roaring.Bitmap, len(s.parts))
	for i, p := range s.parts {
		base[i] = p.allowed(search.Plan{})
	}
	for _, o := range search.Options() {
		s.countOption(o, search.Filter{}, base, out)
	}
	return out
}
