package memory

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// candidate is a document of a part that may be on the page.
type candidate struct {
	part  *part
	doc   uint32
	score int
}

// compare orders candidates of all parts in the page's order.
func compare(sort search.Sort, text bool) func(a, b candidate) int {
	return func(a, b candidate) int {
		c := 0
		switch {
		case sort == search.Follows:
			c = cmp.Compare(b.part.follows[b.doc], a.part.follows[a.doc])
		case sort == search.Newest:
			c = cmp.Compare(b.part.created[b.doc], a.part.created[a.doc])
		case sort == search.Updated:
			c = cmp.Compare(b.part.updated[b.doc], a.part.updated[a.doc])
		case sort == search.Downloads || !text:
			c = cmp.Compare(b.part.downloads[b.doc], a.part.downloads[a.doc])
		default:
			c = cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.part.downloads[b.doc], a.part.downloads[a.doc]))
		}
		return cmp.Or(c, strings.Compare(a.part.ids[a.doc], b.part.ids[b.doc]))
	}
}

// listing answers a query without text.
func (s *snapshot) listing(q search.Query, plan search.Plan) search.Page {
	var page search.Page
	var found []candidate
	most := q.Offset + q.Limit
	for i := range s.parts {
		p := &s.parts[i]
		allowed := p.allowed(plan)
		if allowed == nil {
			page.Total += p.len()
		} else {
			page.Total += int(allowed.GetCardinality())
		}
		found = append(found, p.first(q.Sort, allowed, most)...)
	}
	page.IDs = cut(found, q, compare(q.Sort, false))
	return page
}

// first returns the first n allowed documents of a part in an order without scores.
func (p *part) first(sort search.Sort, allowed *roaring.Bitmap, n int) []candidate {
	if n == 0 {
		return nil
	}
	out := make([]candidate, 0, min(n, p.len()))
	take := func(doc uint32) bool {
		out = append(out, candidate{part: p, doc: doc})
		return len(out) < n
	}
	order := p.order(sort)
	switch {
	case order == nil && allowed != nil: // document numbers are in this order
		for it := allowed.Iterator(); it.HasNext() && take(it.Next()); {
		}
	case order == nil:
		for doc := range p.len() {
			if !take(uint32(doc)) {
				break
			}
		}
	default:
		in := denseOf(allowed)
		for _, doc := range order.docs {
			if in.has(doc) && !take(doc) {
				break
			}
		}
	}
	return out
}

func (p *part) order(sort search.Sort) *ranking {
	switch sort {
	case search.Follows:
		return &p.orders[byFollows]
	case search.Newest:
		return &p.orders[byCreated]
	case search.Updated:
		return &p.orders[byUpdated]
	}
	return nil
}

// matching answers a query with text: on the first path if a document under the filter matches by name, otherwise on
// the typo path.
func (s *snapshot) matching(q search.Query, f analysis.Formula, plan search.Plan) search.Page {
	allowed := make([]*roaring.Bitmap, len(s.parts))
	for i, p := range s.parts {
		allowed[i] = p.allowed(plan)
	}
	page, named := s.scored(q, allowed, func(x *scratch, p *part) { x.score(&p.terms, f) })
	if !named {
		page, _ = s.scored(q, allowed, func(x *scratch, p *part) { x.scoreTypos(p, f) })
	}
	return page
}

// scored pages through the allowed documents with a class.
func (s *snapshot) scored(q search.Query, allowed []*roaring.Bitmap, score func(*scratch, *part)) (search.Page, bool) {
	var page search.Page
	var found []candidate
	named := false
	for i := range s.parts {
		p := &s.parts[i]
		if allowed[i] != nil && allowed[i].IsEmpty() {
			continue
		}
		x := take(p)
		score(x, p)
		total, anyNamed, best := p.best(x, allowed[i], q)
		page.Total += total
		named = named || anyNamed
		found = append(found, best...)
		x.release()
	}
	page.IDs = cut(found, q, compare(q.Sort, true))
	return page, named
}

// best counts the allowed matches and returns those that may be on the page.
func (p *part) best(x *scratch, allowed *roaring.Bitmap, q search.Query) (total int, named bool, out []candidate) {
	order := p.order(q.Sort)
	top := newLargest(q.Offset + q.Limit)
	in := denseOf(allowed)
	for _, doc := range x.matched {
		if !in.has(doc) {
			continue
		}
		total++
		class := x.class[doc]
		named = named || class > analysis.WeightText
		// The greater key comes first: by score, then by number, which is the order of ties.
		key := uint64(^doc)
		switch {
		case order != nil:
			key = uint64(^order.place[doc])<<32 | uint64(doc)
		case q.Sort != search.Downloads:
			key |= uint64(int(class)+int(p.pop[doc])) << 32
		}
		top.offer(key)
	}
	for _, key := range top.keys {
		doc := ^uint32(key)
		if order != nil {
			doc = uint32(key)
		}
		out = append(out, candidate{part: p, doc: doc, score: int(x.class[doc]) + int(p.pop[doc])})
	}
	return total, named, out
}

// cut sorts the candidates and returns the ids of the page.
func cut(found []candidate, q search.Query, by func(a, b candidate) int) []string {
	if !slices.IsSortedFunc(found, by) {
		slices.SortFunc(found, by)
	}
	from, to := min(q.Offset, len(found)), min(q.Offset+q.Limit, len(found))
	ids := make([]string, 0, to-from)
	for _, c := range found[from:to] {
		ids = append(ids, c.part.ids[c.doc])
	}
	return ids
}

// largest keeps the n greatest keys, unordered.
type largest struct {
	keys uints
	n    int
}

func newLargest(n int) *largest { return &largest{n: n} }

func (l *largest) offer(key uint64) {
	switch {
	case len(l.keys) < l.n:
		heap.Push(&l.keys, key)
	case l.n > 0 && key > l.keys[0]:
		l.keys[0] = key
		heap.Fix(&l.keys, 0)
	}
}

// uints is a min-heap.
type uints []uint64

func (u uints) Len() int           { return len(u) }
func (u uints) Less(i, j int) bool { return u[i] < u[j] }
func (u uints) Swap(i, j int)      { u[i], u[j] = u[j], u[i] }
func (u *uints) Push(x any)        { *u = append(*u, x.(uint64)) }
func (u *uints) Pop() any {
	old := *u
	x := old[len(old)-1]
	*u = old[:len(old)-1]
	return x
}

// dense is a set as plain bits, for many lookups; nil contains everything.
type dense []uint64

func denseOf(b *roaring.Bitmap) dense {
	switch {
	case b == nil:
		return nil
	case b.IsEmpty():
		return dense{0}
	}
	return b.ToDense()
}

func (d dense) has(doc uint32) bool {
	if d == nil {
		return true
	}
	i := int(doc >> 6)
	return i < len(d) && d[i]&(1<<(doc&63)) != 0
}
