package wiki

import (
	"cmp"
	"maps"
	"slices"
)

// Limits of a wiki.
const (
	MaxTitle  = 64     // characters
	MaxSlug   = 64     // characters
	MaxBody   = 65_536 // characters
	MaxWeight = 1000
	MaxDepth  = 5
	MaxPages  = 2000 // of a project
)

// Page is a published page without its text. Parent is empty for a root.
type Page struct {
	ID      string
	Title   string
	Slug    string
	Parent  string
	Weight  int
	Edition string // the change that published the text; empty for a page without one
	Touched string // the last change that did anything to the page
	Gone    string // the change that removed the page; empty for a page that exists
}

// Tree is the pages of a wiki by their ids, with those that were removed.
type Tree struct {
	Pages    map[string]Page
	Featured string // the page that was last featured; see Home
}

// Live returns a page that exists.
func (t Tree) Live(id string) (Page, bool) {
	p, ok := t.Pages[id]
	return p, ok && p.Gone == ""
}

// Count is the number of pages that exist.
func (t Tree) Count() (n int) {
	for _, p := range t.Pages {
		if p.Gone == "" {
			n++
		}
	}
	return n
}

// Home is the page that the wiki shows first: the featured one, otherwise the first root. It is empty without pages.
func (t Tree) Home() string {
	if _, ok := t.Live(t.Featured); ok {
		return t.Featured
	}
	var first Page
	for _, p := range t.Pages {
		if p.Gone == "" && p.Parent == "" && (first.ID == "" || byPlace(p, first) < 0) {
			first = p
		}
	}
	return first.ID
}

// byPlace orders siblings: by weight, then by title.
func byPlace(a, b Page) int {
	return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
}

// Ordered lists the pages that exist: a page before those below it, siblings in their order.
func (t Tree) Ordered() []Page {
	children := t.children()
	list := make([]Page, 0, len(t.Pages))
	var add func(parent string)
	add = func(parent string) {
		slices.SortFunc(children[parent], byPlace)
		for _, p := range children[parent] {
			list = append(list, p)
			add(p.ID)
		}
	}
	add("")
	return list
}

// children maps a page to the pages right below it, in no order; the roots are below "".
func (t Tree) children() map[string][]Page {
	children := make(map[string][]Page, len(t.Pages)/2)
	for _, p := range t.Pages {
		if p.Gone == "" {
			children[p.Parent] = append(children[p.Parent], p)
		}
	}
	return children
}

// below maps a page to those right below it, in no order. It leaves out roots and costs less than children.
func (t Tree) below() map[string][]string {
	below := make(map[string][]string, len(t.Pages)/4)
	for id, p := range t.Pages {
		if p.Gone == "" && p.Parent != "" {
			below[p.Parent] = append(below[p.Parent], id)
		}
	}
	return below
}

// Branch lists a page that exists and the pages below it: a page before those below it, siblings in their order.
func (t Tree) Branch(id string) []string {
	if _, ok := t.Live(id); !ok {
		return nil
	}
	return t.branch(t.below(), id)
}

// branch is Branch with what is below each page, which may name pages that were removed since.
func (t Tree) branch(below map[string][]string, id string) []string {
	list, listed := []string{id}, map[string]bool{id: true} // before its structure is checked, a tree may have a circle
	for i := 0; i < len(list); i++ {
		next := below[list[i]]
		slices.SortFunc(next, func(a, b string) int { return byPlace(t.Pages[a], t.Pages[b]) })
		for _, page := range next {
			if t.Pages[page].Gone == "" && !listed[page] {
				listed[page] = true
				list = append(list, page)
			}
		}
	}
	return list
}

// remove removes pages, which are a branch.
func (t *Tree) remove(branch []string, change string) {
	for _, id := range branch {
		p := t.Pages[id]
		p.Gone, p.Touched = change, change
		t.Pages[id] = p
	}
}

// height is the number of levels below a page; at most MaxDepth.
func height(below map[string][]string, id string) int {
	level, n := []string{id}, 0
	for ; n < MaxDepth; n++ {
		var next []string
		for _, page := range level {
			next = append(next, below[page]...)
		}
		if len(next) == 0 {
			break
		}
		level = next
	}
	return n
}

// depth is the number of pages from a root to the page, 1 for a root; 0 for a page that hangs on itself or on nothing.
func (t Tree) depth(id string) int {
	for n := 1; n <= len(t.Pages)+1; n++ {
		p, ok := t.Live(id)
		switch {
		case !ok:
			return 0
		case p.Parent == "":
			return n
		}
		id = p.Parent
	}
	return 0
}

// Clone is a copy that does not share its pages.
func (t Tree) Clone() Tree {
	t.Pages = maps.Clone(t.Pages)
	if t.Pages == nil {
		t.Pages = map[string]Page{}
	}
	return t
}

// apply changes the tree, which must not be shared, by one part of a change.
func (t *Tree) apply(d Done, change string) {
	if t.Pages == nil {
		t.Pages = map[string]Page{}
	}
	p := t.Pages[d.Page]
	switch d.Op {
	case OpAdded:
		p = Page{ID: d.Page, Title: d.Title, Slug: d.Slug, Parent: d.Parent, Weight: d.Weight}
	case OpRetitled:
		p.Title = d.Title
	case OpReaddressed:
		p.Slug = d.Slug
	case OpMoved:
		p.Parent = d.Parent
	case OpReweighted:
		p.Weight = d.Weight
	case OpWritten:
		p.Edition = change
	case OpFeatured:
		t.Featured = d.Page
	case OpRemoved:
		t.remove(t.Branch(d.Page), change)
		return
	case OpRestored:
		t.restore(d, change)
		return
	}
	p.Touched = change
	t.Pages[d.Page] = p
}

// restore brings a page back, and the pages below it that were removed with it.
func (t *Tree) restore(d Done, change string) {
	p := t.Pages[d.Page]
	gone := p.Gone
	p.ID, p.Gone, p.Parent, p.Touched = d.Page, "", d.Parent, change
	t.Pages[p.ID] = p
	if gone == "" {
		return
	}
	below := map[string][]string{}
	for id, q := range t.Pages {
		if q.Gone == gone {
			below[q.Parent] = append(below[q.Parent], id)
		}
	}
	for list := below[p.ID]; len(list) > 0; {
		id := list[0]
		q := t.Pages[id]
		q.Gone, q.Touched = "", change
		t.Pages[id] = q
		list = append(list[1:], below[id]...)
	}
}
