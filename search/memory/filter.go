package memory

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/modyard/modyard/search"
)

// answerable says whether the index has the fields of a plan; only Postgres has names and slugs.
func answerable(p search.Plan) bool {
	for _, c := range p.Clauses {
		for _, b := range c.Any {
			for _, cond := range b {
				if cond.Tokens == nil && (cond.Field == search.FieldName || cond.Field == search.FieldSlug) {
					return false
				}
			}
		}
	}
	return true
}

// allowed returns the live documents that pass the plan; nil is all of the part.
func (p part) allowed(plan search.Plan) *roaring.Bitmap {
	var out *roaring.Bitmap
	var drop *roaring.Bitmap
	for _, c := range plan.Clauses {
		if cond, ok := single(c); ok && cond.Not {
			// Excluded documents are subtracted, which is cheaper than a complement.
			drop = union(drop, p.tokens(cond.Tokens))
			continue
		} else if ok && cond.Field == search.FieldProjectID && cond.Op == search.NotEqual {
			if doc, found := p.find(cond.Value); found {
				drop = union(drop, roaring.BitmapOf(doc))
			}
			continue
		}
		out = intersection(out, p.clause(c))
	}
	if p.dead != nil {
		drop = union(drop, p.dead)
	}
	switch {
	case drop == nil:
		return out
	case out == nil:
		return p.complement(drop)
	}
	return roaring.AndNot(out, drop)
}

// single returns the only condition of a clause.
func single(c search.Clause) (search.Cond, bool) {
	if len(c.Any) == 1 && len(c.Any[0]) == 1 {
		return c.Any[0][0], true
	}
	return search.Cond{}, false
}

func (p part) clause(c search.Clause) *roaring.Bitmap {
	var out *roaring.Bitmap
	for _, b := range c.Any {
		var all *roaring.Bitmap
		for _, cond := range b {
			all = intersection(all, p.cond(cond))
		}
		out = union(out, all)
	}
	return out
}

func (p part) cond(c search.Cond) *roaring.Bitmap {
	switch {
	case c.Tokens != nil && c.Not:
		return p.complement(p.tokens(c.Tokens))
	case c.Tokens != nil:
		return p.tokens(c.Tokens)
	case c.Field == search.FieldProjectID:
		out := roaring.New()
		if doc, ok := p.find(c.Value); ok {
			out.Add(doc)
		}
		if c.Op == search.NotEqual {
			return p.complement(out)
		}
		return out
	}
	column := map[search.Field][]int64{search.FieldDownloads: p.downloads, search.FieldFollows: p.follows, search.FieldCreated: p.created, search.FieldModified: p.updated}[c.Field]
	docs := make([]uint32, 0, 256)
	for doc, n := range column {
		if c.Op.Holds(n, c.Num) {
			docs = append(docs, uint32(doc))
		}
	}
	return roaring.BitmapOf(docs...)
}

// tokens returns the documents with one of the tokens. The result may be shared: do not change it.
func (p part) tokens(tokens []string) *roaring.Bitmap {
	var out *roaring.Bitmap
	for _, t := range tokens {
		if bm := p.facets[t]; bm != nil {
			out = union(out, bm)
		}
	}
	if out == nil {
		return roaring.New()
	}
	return out
}

func (p part) complement(b *roaring.Bitmap) *roaring.Bitmap {
	all := roaring.New()
	all.AddRange(0, uint64(p.len()))
	all.AndNot(b)
	return all
}

// union and intersection do not change their arguments; a nil argument is ignored.
func union(a, b *roaring.Bitmap) *roaring.Bitmap {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return roaring.Or(a, b)
}

func intersection(a, b *roaring.Bitmap) *roaring.Bitmap {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return roaring.And(a, b)
}
