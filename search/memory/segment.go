package memory

import (
	"cmp"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// row is a document as read from Postgres; terms and facets are separated by line breaks.
type row struct {
	id                                   string
	position                             uint64
	pop                                  int16
	downloads, follows, created, updated int64
	terms, facets                        string
}

// segment is an immutable index of some documents. Documents are numbered by downloads, then id: the order of
// popularity, and of ties.
type segment struct {
	ids                                  []string
	pop                                  []int16
	downloads, follows, created, updated []int64

	byID    []uint32       // document numbers ordered by id
	orders  [ranks]ranking // of follows, created, updated
	terms   termIndex
	fuzzy   fuzzyIndex
	facets  map[string]*roaring.Bitmap
	options map[string][]string // facet tokens that Counts counts, by prefix
}

const (
	byFollows = iota
	byCreated
	byUpdated
	ranks
)

// ranking is one sort order: the documents in order, and the rank of each.
type ranking struct {
	docs  []uint32
	place []uint32
}

func (s *segment) len() int { return len(s.ids) }

// find returns the number of a document.
func (s *segment) find(id string) (uint32, bool) {
	i, ok := slices.BinarySearchFunc(s.byID, id, func(doc uint32, id string) int { return strings.Compare(s.ids[doc], id) })
	if !ok {
		return 0, false
	}
	return s.byID[i], true
}

// drafts collect rows with distinct ids into one segment, so that few of them are in memory as rows.
type drafts struct {
	most  int // rows of each
	rows  []row
	parts []part
}

func (d *drafts) add(r row) {
	if d.rows = append(d.rows, r); len(d.rows) == d.most {
		d.flush()
	}
}

func (d *drafts) flush() {
	d.parts = append(d.parts, part{segment: draft(d.rows)})
	clear(d.rows)
	d.rows = d.rows[:0]
}

// segment is that of all rows; nil without rows.
func (d *drafts) segment() *segment {
	if len(d.rows) > 0 {
		d.flush()
	}
	switch len(d.parts) {
	case 0:
		return nil
	case 1:
		d.parts[0].finish()
		return d.parts[0].segment
	}
	return merge(d.parts)
}

// draft is a segment that can be merged but not searched.
func draft(rows []row) *segment {
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(b.downloads, a.downloads), strings.Compare(a.id, b.id)) })
	s := newSegment(len(rows))
	terms, facets := map[string][]uint32{}, map[string][]uint32{}
	for i, r := range rows {
		s.add(r.id, r.pop, r.downloads, r.follows, r.created, r.updated)
		gather(terms, r.terms, uint32(i))
		gather(facets, r.facets, uint32(i))
	}
	names := make([]string, 0, len(terms))
	text, postings := 0, 0
	for t, docs := range terms {
		names, text, postings = append(names, t), text+len(t), postings+len(docs)
	}
	slices.Sort(names)
	var b termBuilder
	b.room(len(names), text, postings)
	for _, t := range names {
		b.add(t, terms[t])
	}
	s.terms = b.done()
	for f, docs := range facets {
		bm := roaring.BitmapOf(docs...)
		bm.RunOptimize()
		s.facets[strings.Clone(f)] = bm
	}
	return s
}

func newSegment(n int) *segment {
	return &segment{
		ids: make([]string, 0, n), pop: make([]int16, 0, n), downloads: make([]int64, 0, n), follows: make([]int64, 0, n),
		created: make([]int64, 0, n), updated: make([]int64, 0, n), facets: map[string]*roaring.Bitmap{},
	}
}

func (s *segment) add(id string, pop int16, downloads, follows, created, updated int64) {
	s.ids = append(s.ids, id)
	s.pop = append(s.pop, pop)
	s.downloads = append(s.downloads, downloads)
	s.follows = append(s.follows, follows)
	s.created = append(s.created, created)
	s.updated = append(s.updated, updated)
}

func gather(into map[string][]uint32, lines string, doc uint32) {
	if lines == "" {
		return
	}
	for v := range strings.SplitSeq(lines, "\n") {
		into[v] = append(into[v], doc)
	}
}

// finish derives the orders and postings from the columns, terms and facets.
func (s *segment) finish() {
	s.fuzzy = newFuzzyIndex(&s.terms)
	s.byID = s.sorted(func(a, b uint32) int { return strings.Compare(s.ids[a], s.ids[b]) })
	for i, column := range [ranks][]int64{s.follows, s.created, s.updated} {
		s.orders[i] = s.ranked(column)
	}
	s.options = map[string][]string{}
	for token := range s.facets {
		prefix := token[:strings.IndexByte(token, ':')+1]
		s.options[prefix] = append(s.options[prefix], token)
	}
}

// ranked is the order of a column, highest first.
func (s *segment) ranked(column []int64) ranking {
	docs := s.sorted(func(a, b uint32) int {
		return cmp.Or(cmp.Compare(column[b], column[a]), strings.Compare(s.ids[a], s.ids[b]))
	})
	place := make([]uint32, len(docs))
	for n, d := range docs {
		place[d] = uint32(n)
	}
	return ranking{docs: docs, place: place}
}

func (s *segment) sorted(compare func(a, b uint32) int) []uint32 {
	docs := make([]uint32, s.len())
	for i := range docs {
		docs[i] = uint32(i)
	}
	slices.SortFunc(docs, compare)
	return docs
}
