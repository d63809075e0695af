package wiki

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Merged is what publishing a draft now would do. It is only publishable without conflicts.
type Merged struct {
	Done      []Done
	Texts     map[string]string // the new texts by page
	Tree      Tree              // afterwards, which must not be changed; a text that is written is not marked in it
	Conflicts []Conflict
	Seen      string // identifies what is shown: see Merge
}

// merging computes a Merged. Its tree has every edit of the draft; the published result is computed by prune.
type merging struct {
	now   Tree
	draft Draft
	texts func(page string) string // published now
	tree  Tree
	owned bool // tree does not share its pages with now
	out   Merged
}

// Merge merges a draft with the pages that are published now; texts are their texts. A field that only one side changed is
// taken over; one that both changed differently is a conflict, for which the draft's value is shown. Merge is the only
// way in which drafts become changes: preview, submission and acceptance use it. Seen is a hash over everything that the
// change does: each value before and after it, and each text.
func Merge(now Tree, d Draft, texts func(page string) string) Merged {
	m := merge(now, d, texts)
	m.out.Seen = m.seen()
	return m.out
}

// Look is Merge for whoever only looks at the result. It has no Seen, so it costs less.
func Look(now Tree, d Draft, texts func(page string) string) Merged { return merge(now, d, texts).out }

func merge(now Tree, d Draft, texts func(page string) string) *merging {
	m := combine(now, d, texts)
	m.structure()
	m.prune()
	slices.SortStableFunc(m.out.Conflicts, func(a, b Conflict) int { return strings.Compare(a.Page, b.Page) })
	return m
}

// combine makes the draft's edits in the published tree. The result may be no tree: see structure.
func combine(now Tree, d Draft, texts func(page string) string) *merging {
	m := &merging{now: now, draft: d, texts: texts, tree: now}
	m.out.Texts = map[string]string{}
	for _, page := range d.pages() {
		m.page(page, d.Edits[page])
	}
	m.removals()
	m.featured()
	return m
}

// pages lists the edited pages: restored ones and those that are added first, each after its parent, then the others.
func (d Draft) pages() []string {
	others := slices.Sorted(maps.Keys(d.Edits))
	list := make([]string, 0, len(others))
	for _, id := range others {
		if d.Edits[id].Restored {
			list = append(list, id)
		}
	}
	added := map[string]bool{}
	var add func(id string)
	add = func(id string) {
		e := d.Edits[id]
		if added[id] || !e.Added || e.Restored {
			return
		}
		added[id] = true
		add(e.Parent.Now)
		list = append(list, id)
	}
	for _, id := range d.Order {
		add(id)
	}
	for _, id := range others {
		if e := d.Edits[id]; !e.Added && !e.Restored {
			list = append(list, id)
		}
	}
	return list
}

func (m *merging) do(d Done) {
	m.out.Done = append(m.out.Done, d)
	if d.Op != OpWritten {
		m.own().apply(d, pending)
	}
}

// own is the tree, to be changed. Most drafts change texts alone, and a copy of a large wiki for each of their commands
// would be most of what they allocate.
func (m *merging) own() *Tree {
	if !m.owned {
		m.tree, m.owned = m.tree.Clone(), true
	}
	return &m.tree
}

// pending stands for the change that does not exist yet.
const pending = "pending"

func (m *merging) page(id string, e Edit) {
	if _, published := m.now.Pages[id]; published {
		e.Added = false // an ended draft was continued twice: its first continuation published the page
	}
	p, live := m.tree.Live(id)
	switch {
	case e.Added:
		weight, _ := strconv.Atoi(e.Weight.Now)
		m.do(Done{Page: id, Op: OpAdded, Title: e.Title.Now, Slug: e.Slug.Now, Parent: e.Parent.Now, Weight: weight})
		m.text(id, p, e)
		return
	case e.Restored && !live:
		m.do(Done{Page: id, Op: OpRestored, Parent: e.Parent.Now})
		p, _ = m.tree.Live(id)
	case e.Removed:
		return // see removals
	case !live:
		m.conflict(Conflict{Page: id, Field: FieldPresence, Mine: Present, Theirs: Absent, Sides: []Side{Mine, Theirs}})
		return
	}
	m.field(id, FieldTitle, e.Title, p.Title, Done{Op: OpRetitled})
	m.field(id, FieldSlug, e.Slug, p.Slug, Done{Op: OpReaddressed})
	m.field(id, FieldParent, m.parent(id, e, p), p.Parent, Done{Op: OpMoved})
	m.field(id, FieldWeight, e.Weight, strconv.Itoa(p.Weight), Done{Op: OpReweighted})
	m.text(id, p, e)
}

// parent is the edit of a page's place. A page that came back with one above, and is restored itself, is moved without a
// conflict: its place was not published.
func (m *merging) parent(id string, e Edit, p Page) *Value {
	if _, live := m.now.Live(id); !live && e.Restored {
		return &Value{Was: p.Parent, Now: e.Parent.Now}
	}
	return e.Parent
}

// field merges one field. Both sides may have made the same change.
func (m *merging) field(id string, f Field, v *Value, now string, d Done) {
	if v == nil || v.Now == now {
		return
	}
	if v.Was != now {
		was := v.Was
		sides := []Side{Mine, Theirs}
		if f == FieldTitle || f == FieldSlug {
			sides = append(sides, ByHand)
		}
		m.conflict(Conflict{Page: id, Field: f, Mine: v.Now, Theirs: now, Base: &was, Sides: sides})
	}
	d.Page = id
	switch f {
	case FieldTitle:
		d.Title = v.Now
	case FieldSlug:
		d.Slug = v.Now
	case FieldParent:
		d.Parent = v.Now
	case FieldWeight:
		d.Weight, _ = strconv.Atoi(v.Now)
	}
	m.do(d)
}

func (m *merging) text(id string, p Page, e Edit) {
	if e.Text == nil || e.Added && e.Text.Body == "" {
		return
	}
	now := ""
	if p.Edition != "" {
		now = m.texts(id)
	}
	if e.Text.Body == now {
		return
	}
	if !e.Added && e.Text.Edition != p.Edition {
		m.conflict(Conflict{Page: id, Field: FieldBody, Mine: e.Text.Body, Theirs: now, Sides: []Side{Mine, Theirs, ByHand}})
	}
	m.out.Texts[id] = e.Text.Body
	m.do(Done{Page: id, Op: OpWritten})
}

// featured follows the removals, after which another page may be the first.
func (m *merging) featured() {
	v := m.draft.Featured
	if v == nil || v.Now == "" || v.Now == m.tree.Home() {
		return
	}
	if _, live := m.tree.Live(v.Now); !live {
		if _, was := m.now.Live(v.Now); !was && !m.has(v.Now, FieldPresence) && m.now.Pages[v.Now].ID != "" {
			m.conflict(Conflict{Page: v.Now, Field: FieldFeatured, Mine: v.Now, Theirs: m.now.Home(), Base: &v.Was, Sides: []Side{Theirs}})
		}
		return
	}
	if home := m.now.Home(); v.Was != home && v.Now != home {
		m.conflict(Conflict{Page: v.Now, Field: FieldFeatured, Mine: v.Now, Theirs: home, Base: &v.Was, Sides: []Side{Mine, Theirs}})
	}
	m.do(Done{Page: v.Now, Op: OpFeatured})
}

// removals removes pages at the end, so that pages which the draft moves out of a removed branch stay. What the draft puts
// below a page that others removed too goes with it.
func (m *merging) removals() {
	var removed []string
	var hanging map[string][]string
	var seen []Seen // a removed page may be below another one
	for id, e := range m.draft.Edits {
		if e.Removed {
			removed, seen = append(removed, id), append(seen, e.Seen...)
		}
	}
	if len(removed) == 0 {
		return
	}
	slices.Sort(removed)
	if slices.ContainsFunc(removed, func(id string) bool { return m.now.Pages[id].Gone != "" }) {
		hanging = m.hanging()
	}
	below := m.tree.below()
	for _, id := range removed {
		tops := hanging[id]
		if _, live := m.tree.Live(id); live {
			tops = []string{id}
		}
		var gone []string
		for _, top := range tops {
			branch := m.tree.branch(below, top)
			m.own().remove(branch, pending)
			gone = append(gone, branch...)
			m.out.Done = append(m.out.Done, Done{Page: top, Op: OpRemoved})
		}
		if list := m.now.seenOf(gone); !sameSeen(seen, list) {
			m.conflict(Conflict{Page: id, Field: FieldPresence, Mine: Absent, Theirs: Present, Gone: list, Sides: []Side{Mine, Theirs}})
		}
	}
}

// hanging maps a page that both sides removed to the pages that the draft put below it.
func (m *merging) hanging() map[string][]string {
	under := map[string][]string{}
	for id, p := range m.tree.Pages {
		if p.Gone != "" {
			continue
		}
		above := m.tree.Pages[p.Parent]
		for n := 0; above.Gone != "" && n < len(m.tree.Pages); n++ {
			if m.draft.Edits[above.ID].Removed {
				under[above.ID] = append(under[above.ID], id)
				break
			}
			above = m.tree.Pages[above.Parent]
		}
	}
	for _, list := range under {
		slices.Sort(list)
	}
	return under
}
