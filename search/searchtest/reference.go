package searchtest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// Reference is the simplest engine: it evaluates the definition on every document. Other engines are compared with
// it.
type Reference struct{ docs []entry }

type entry struct {
	doc    search.Doc
	terms  []string // sorted
	hashes map[int32]bool
	facets map[string]bool
}

var _ search.Engine = (*Reference)(nil)

// NewReference indexes the documents.
func NewReference(docs []search.Doc) *Reference {
	r := &Reference{}
	for _, d := range docs {
		t := analysis.Document(&d)
		e := entry{doc: d, terms: slices.Concat(t.Keys, t.Words), hashes: map[int32]bool{}, facets: map[string]bool{}}
		slices.Sort(e.terms)
		for _, h := range t.Hashes {
			e.hashes[h] = true
		}
		for _, f := range search.FacetTokens(&d) {
			e.facets[f] = true
		}
		r.docs = append(r.docs, e)
	}
	return r
}

// Recount sets the follows of documents.
func (r *Reference) Recount(docs ...search.Doc) {
	for _, d := range docs {
		i := slices.IndexFunc(r.docs, func(e entry) bool { return e.doc.ID == d.ID })
		r.docs[i].doc.Follows = d.Follows
	}
}

type scored struct {
	*entry
	score int
}

func (r *Reference) matches(f analysis.Formula, p search.Plan) []scored {
	var strong, typo []scored
	named := false
	for i := range r.docs {
		e := &r.docs[i]
		if !e.passes(p) {
			continue
		}
		pop := search.Popularity(e.doc.Downloads)
		if f.All {
			strong = append(strong, scored{e, pop})
			continue
		}
		if w := e.strong(f); w > 0 {
			named = named || w > analysis.WeightText
			strong = append(strong, scored{e, w + pop})
		}
		if w := e.typo(f); w > 0 {
			typo = append(typo, scored{e, w + pop})
		}
	}
	if f.All || named {
		return strong
	}
	return typo
}

// Search implements search.Engine.
func (r *Reference) Search(_ context.Context, q search.Query) (search.Page, error) {
	q = q.Bounded()
	hits := r.matches(analysis.ParseText(q.Text), search.Compile(q.Filter))
	slices.SortFunc(hits, func(a, b scored) int {
		c := 0
		switch x, y := a.doc, b.doc; q.Sort {
		case search.Downloads:
			c = cmp.Compare(y.Downloads, x.Downloads)
		case search.Follows:
			c = cmp.Compare(y.Follows, x.Follows)
		case search.Newest:
			c = y.Created.Compare(x.Created)
		case search.Updated:
			c = y.Updated.Compare(x.Updated)
		default:
			c = cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(y.Downloads, x.Downloads))
		}
		return cmp.Or(c, strings.Compare(a.doc.ID, b.doc.ID))
	})
	page := search.Page{Total: len(hits)}
	for _, h := range hits[min(q.Offset, len(hits)):min(q.Offset+q.Limit, len(hits))] {
		page.IDs = append(page.IDs, h.doc.ID)
		page.Hits = append(page.Hits, h.doc.Hit)
	}
	return page, nil
}

// Counts implements search.Engine.
func (r *Reference) Counts(_ context.Context, q search.Query) (map[string]int, error) {
	out := map[string]int{}
	f := analysis.ParseText(q.Text)
	for _, c := range q.Countings() {
		hits := r.matches(f, c.Plan)
		for _, o := range c.Options {
			for _, h := range hits {
				for token := range h.facets {
					value, ok := strings.CutPrefix(token, o.Prefix)
					if ok && h.passes(search.Plan{Clauses: q.Filter.Tied(o.Family, value)}) {
						out[o.OptionKey(token)]++
					}
				}
			}
		}
	}
	return out, nil
}

func (e *entry) strong(f analysis.Formula) int {
	best := 0
	for _, s := range f.Equal {
		if e.has(analysis.Lookup{Term: s.Term}) {
			best = max(best, s.Weight)
		}
	}
	for _, s := range f.Begun {
		if e.has(analysis.Lookup{Term: s.Term, Prefix: true}) {
			best = max(best, s.Weight)
		}
	}
	whole, names, text := len(f.Tokens) > 0, len(f.Tokens) > 0, len(f.Tokens) > 0
	for _, t := range f.Tokens {
		whole = whole && e.has(analysis.Lookup{Term: t.Whole})
		names = names && e.hasAll(t.Match.Name)
		text = text && (e.hasAll(t.Match.Name) || e.hasAll(t.Match.Desc))
	}
	switch {
	case whole:
		best = max(best, analysis.WeightWords)
	case names:
		best = max(best, analysis.WeightNames)
	case text:
		best = max(best, analysis.WeightText)
	}
	return best
}

func (e *entry) typo(f analysis.Formula) int {
	share := func(hs []int32) bool { return slices.ContainsFunc(hs, func(h int32) bool { return e.hashes[h] }) }
	text := func(ms []analysis.Match) bool {
		return !slices.ContainsFunc(ms, func(m analysis.Match) bool { return !e.hasAll(m.Name) && !e.hasAll(m.Desc) })
	}
	best := 0
	if share(f.NameHashes) {
		best = analysis.WeightTypoName
	}
	all, words := make([]analysis.Match, len(f.Tokens)), len(f.Tokens) > 0
	for i, t := range f.Tokens {
		all[i] = t.Match
		words = words && (e.hasAll(t.Match.Name) || share(t.Hashes))
	}
	if len(all) > 0 && text(all) {
		best = max(best, analysis.WeightTypoText)
	}
	if words {
		best = max(best, analysis.WeightTypoWords)
	}
	for _, ms := range f.LeaveOuts {
		if text(ms) {
			best = max(best, analysis.WeightMissing)
		}
	}
	return best
}

func (e *entry) has(l analysis.Lookup) bool {
	i, found := slices.BinarySearch(e.terms, l.Term)
	return found || l.Prefix && i < len(e.terms) && strings.HasPrefix(e.terms[i], l.Term)
}

func (e *entry) hasAll(ls []analysis.Lookup) bool {
	return !slices.ContainsFunc(ls, func(l analysis.Lookup) bool { return !e.has(l) })
}

func (e *entry) passes(p search.Plan) bool {
	return !slices.ContainsFunc(p.Clauses, func(c search.Clause) bool {
		return !slices.ContainsFunc(c.Any, func(b search.Branch) bool {
			return !slices.ContainsFunc(b, func(c search.Cond) bool { return !e.holds(c) })
		})
	})
}

func (e *entry) holds(c search.Cond) bool {
	d := e.doc
	switch {
	case c.Tokens != nil:
		return slices.ContainsFunc(c.Tokens, func(t string) bool { return e.facets[t] }) != c.Not
	case c.Field == search.FieldProjectID:
		return (d.ID == c.Value) == (c.Op == search.Equal)
	case c.Field == search.FieldName:
		return (search.NormalValue(d.Title) == c.Value) == (c.Op == search.Equal)
	case c.Field == search.FieldSlug:
		return (search.NormalValue(d.Slug) == c.Value) == (c.Op == search.Equal)
	case c.Field == search.FieldDownloads:
		return c.Op.Holds(d.Downloads, c.Num)
	case c.Field == search.FieldFollows:
		return c.Op.Holds(d.Follows, c.Num)
	case c.Field == search.FieldCreated:
		return c.Op.Holds(d.Created.UnixMicro(), c.Num)
	default:
		return c.Op.Holds(d.Updated.UnixMicro(), c.Num)
	}
}
