package wiki

import (
	"slices"
	"strings"
)

// Conflict is an edit of a draft that a published change contradicts. Mine and Theirs are values: titles, slugs, page
// ids, digits or texts; of presence they are "present" and "removed". There is one of a field of a page at most.
type Conflict struct {
	Page   string
	Field  Field
	Mine   string
	Theirs string
	Base   *string // what the author saw; nil if that is not known
	Change string  // the last published change of the page
	Gone   []Seen  // of a removal: the published pages that go
	Sides  []Side  // that can be chosen
}

// The two values of FieldPresence.
const (
	Present = "present"
	Absent  = "removed"
)

func (m *merging) conflict(c Conflict) {
	c.Change = m.now.Pages[c.Page].Touched
	m.out.Conflicts = append(m.out.Conflicts, c)
}

// has says whether there is a conflict of a field of a page already.
func (m *merging) has(page string, f Field) bool {
	return slices.ContainsFunc(m.out.Conflicts, func(c Conflict) bool { return c.Page == page && c.Field == f })
}

// structure finds the edits after which the pages would be no tree, and titles or slugs that are taken twice.
func (m *merging) structure() {
	orphans := map[string]bool{}
	for _, p := range m.tree.Pages {
		if p.Gone != "" || p.Parent == "" {
			continue
		}
		if _, ok := m.tree.Live(p.Parent); ok {
			continue
		}
		orphans[p.ID] = true
		sides := []Side{Theirs}
		if m.now.Pages[p.Parent].Gone != "" {
			sides = append(sides, Mine) // the page above is restored
		}
		m.misplaced(p.ID, sides)
	}
	moved, below := m.moved(), map[string][]string(nil)
	if len(moved) > 0 {
		below = m.tree.below()
	}
	for _, id := range moved {
		n := m.tree.depth(id)
		switch {
		case m.tree.Pages[id].Parent == "":
		case n == 0 && m.circular(id), n > 0 && n+height(below, id) > MaxDepth:
			if !orphans[id] {
				m.misplaced(id, []Side{Theirs})
			}
		}
	}
	m.taken(FieldTitle, func(p Page) string { return foldTitle(p.Title) }, func(p Page) string { return p.Title })
	m.taken(FieldSlug, func(p Page) string { return foldSlug(p.Slug) }, func(p Page) string { return p.Slug })
}

// misplaced is a conflict of the place of a page. It replaces one of differing places: neither side can be taken as it is.
func (m *merging) misplaced(id string, sides []Side) {
	m.out.Conflicts = slices.DeleteFunc(m.out.Conflicts, func(c Conflict) bool { return c.Page == id && c.Field == FieldParent })
	m.conflict(Conflict{Page: id, Field: FieldParent, Mine: m.tree.Pages[id].Parent, Theirs: m.place(id), Sides: sides})
}

// place is where a page was published, if it can be there after the change; otherwise it becomes a root.
func (m *merging) place(id string) string {
	p := m.now.Pages[id]
	if e := m.draft.Edits[id]; e.Restored || p.Parent == m.tree.Pages[id].Parent {
		return ""
	}
	if _, ok := m.tree.Live(p.Parent); !ok {
		return ""
	}
	return p.Parent
}

// circular is true for a page that is below itself.
func (m *merging) circular(id string) bool {
	above := m.tree.Pages[id].Parent
	for range len(m.tree.Pages) {
		if above == id {
			return true
		}
		p, ok := m.tree.Live(above)
		if !ok {
			return false
		}
		above = p.Parent
	}
	return false
}

// moved lists the pages whose place the change sets.
func (m *merging) moved() []string {
	var list []string
	listed := map[string]bool{}
	for _, d := range m.out.Done {
		_, live := m.tree.Live(d.Page)
		if live && (d.Op == OpAdded || d.Op == OpMoved || d.Op == OpRestored) && !listed[d.Page] {
			listed[d.Page] = true
			list = append(list, d.Page)
		}
	}
	return list
}

// taken finds edited pages whose title or slug another page has.
func (m *merging) taken(f Field, key, shown func(Page) string) {
	edited := map[string]bool{}
	for _, d := range m.out.Done {
		if f == FieldTitle && d.Title != "" || f == FieldSlug && d.Slug != "" || d.Op == OpRestored {
			edited[d.Page] = true
		}
	}
	if len(edited) == 0 {
		return
	}
	for _, list := range m.twice(key) {
		for _, p := range list {
			other := list[0]
			if other.ID == p.ID {
				other = list[1]
			}
			if !edited[p.ID] && !m.came(p.ID) || m.has(p.ID, f) {
				continue
			}
			if edited[other.ID] && other.ID < p.ID && m.has(other.ID, f) {
				continue // one of the two is enough
			}
			c := Conflict{Page: p.ID, Field: f, Mine: shown(p), Theirs: shown(other), Sides: []Side{ByHand}}
			if now, ok := m.now.Live(p.ID); ok && key(now) != key(p) {
				c.Sides = append(c.Sides, Theirs)
			}
			m.conflict(c)
		}
	}
}

// twice lists the pages that share a key with another one, by their ids.
func (m *merging) twice(key func(Page) string) map[string][]Page {
	holders := make(map[string]string, len(m.tree.Pages))
	shared := map[string][]Page{}
	for id, p := range m.tree.Pages {
		if p.Gone != "" {
			continue
		}
		k := key(p)
		first, taken := holders[k]
		switch {
		case !taken:
			holders[k] = id
			continue
		case shared[k] == nil:
			shared[k] = []Page{m.tree.Pages[first]}
		}
		shared[k] = append(shared[k], p)
	}
	for _, list := range shared {
		slices.SortFunc(list, func(a, b Page) int { return strings.Compare(a.ID, b.ID) })
	}
	return shared
}

// came is true for a page that did not exist and went with a restored one.
func (m *merging) came(id string) bool {
	_, was := m.now.Live(id)
	return !was && !m.draft.Edits[id].Added
}
