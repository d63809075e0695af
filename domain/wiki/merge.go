package wiki

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Conflict is an edit of a draft that a published change contradicts. Mine and Theirs are values: titles, slugs, page
// ids, digits or texts; of presence they are "present" and "removed".
type Conflict struct {
	Page   string
	Field  Field
	Mine   string
	Theirs string
	Base   *string // what the author saw; nil if that is not known
	Change string  // the last published change of the page
	Sides  []Side  // that can be chosen
}

// The two values of FieldPresence.
const (
	Present = "present"
	Absent  = "removed"
)

// Merged is what publishing a draft now would do. It is only publishable without conflicts.
type Merged struct {
	Done      []Done
	Texts     map[string]string // the new texts by page
	Tree      Tree              // afterwards
	Conflicts []Conflict
	Seen      string // identifies what is shown: see Merge
}

// merging computes a Merged.
type merging struct {
	now   Tree
	draft Draft
	texts func(page string) string // published now
	tree  Tree
	out   Merged
}

// Merge merges a draft with the pages that are published now; texts are their texts. A field that only one side changed is
// taken over; one that both changed differently is a conflict, for which the draft's value is shown. Merge is the only
// way in which drafts become changes: preview, submission and acceptance use it. Seen is a hash over everything that the
// change does: each value before and after it, and each text.
func Merge(now Tree, d Draft, texts func(page string) string) Merged {
	m := &merging{now: now, draft: d, texts: texts, tree: now.Clone()}
	m.out.Texts = map[string]string{}
	for _, page := range d.pages() {
		m.page(page, d.Edits[page])
	}
	m.featured()
	m.removals()
	m.structure()
	m.out.Done = slices.DeleteFunc(m.out.Done, func(part Done) bool {
		_, live := m.tree.Live(part.Page)
		_, was := m.now.Live(part.Page)
		gone := !live && (part.Op != OpRemoved || !was)
		if gone {
			delete(m.out.Texts, part.Page)
		}
		return gone
	})
	slices.SortStableFunc(m.out.Conflicts, func(a, b Conflict) int { return strings.Compare(a.Page, b.Page) })
	m.out.Tree = m.tree
	m.out.Seen = m.seen()
	return m.out
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
		if added[id] || !d.Edits[id].Added {
			return
		}
		added[id] = true
		add(d.Edits[id].Parent.Now)
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
	m.tree.apply(d, pending)
}

// pending stands for the change that does not exist yet.
const pending = "pending"

func (m *merging) conflict(c Conflict) {
	c.Change = m.now.Pages[c.Page].Touched
	m.out.Conflicts = append(m.out.Conflicts, c)
}

func (m *merging) page(id string, e Edit) {
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
	if !e.Restored {
		m.field(id, FieldParent, e.Parent, p.Parent, Done{Op: OpMoved})
	}
	m.field(id, FieldWeight, e.Weight, strconv.Itoa(p.Weight), Done{Op: OpReweighted})
	m.text(id, p, e)
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

func (m *merging) featured() {
	v := m.draft.Featured
	if v == nil || v.Now == m.now.Home() {
		return
	}
	if _, live := m.tree.Live(v.Now); !live {
		return // its removal is a conflict of its own, or was accepted
	}
	if v.Was != m.now.Home() {
		was := v.Was
		m.conflict(Conflict{Page: v.Now, Field: FieldFeatured, Mine: v.Now, Theirs: m.now.Home(), Base: &was, Sides: []Side{Mine, Theirs}})
	}
	m.do(Done{Page: v.Now, Op: OpFeatured})
}

// removals removes pages at the end, so that pages which the draft moves out of a removed branch stay.
func (m *merging) removals() {
	for _, id := range slices.Sorted(maps.Keys(m.draft.Edits)) {
		e := m.draft.Edits[id]
		if !e.Removed {
			continue
		}
		if _, live := m.tree.Live(id); !live {
			continue // others removed it too, or it went with a page above
		}
		if !sameSeen(e.Seen, m.now.seen(id)) {
			m.conflict(Conflict{Page: id, Field: FieldPresence, Mine: Absent, Theirs: Present, Sides: []Side{Mine, Theirs}})
		}
		m.do(Done{Page: id, Op: OpRemoved})
	}
}

// seen are the pages of a branch with the last change of each.
func (t Tree) seen(id string) []Seen {
	branch := t.Branch(id)
	list := make([]Seen, len(branch))
	for i, page := range branch {
		list[i] = Seen{Page: page, Change: t.Pages[page].Touched}
	}
	return list
}

// sameSeen says whether every page that goes now went before, unchanged. Pages that left the branch do not count.
func sameSeen(then, now []Seen) bool {
	for _, s := range now {
		if !slices.Contains(then, s) {
			return false
		}
	}
	return true
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
		c := Conflict{Page: p.ID, Field: FieldParent, Mine: p.Parent, Theirs: m.place(p.ID), Sides: []Side{Theirs}}
		if _, removedByDraft := m.now.Live(p.Parent); !removedByDraft && m.now.Pages[p.Parent].ID != "" {
			c.Sides = append(c.Sides, Mine) // the page above is restored
		}
		m.conflict(c)
	}
	for _, id := range m.moved() {
		if n := m.tree.depth(id); !orphans[id] && (n == 0 || n+m.tree.height(id) > MaxDepth) && !m.orphaned(id, orphans) {
			m.conflict(Conflict{Page: id, Field: FieldParent, Mine: m.tree.Pages[id].Parent, Theirs: m.place(id), Sides: []Side{Theirs}})
		}
	}
	m.taken(FieldTitle, func(p Page) string { return foldTitle(p.Title) }, func(p Page) string { return p.Title })
	m.taken(FieldSlug, func(p Page) string { return foldSlug(p.Slug) }, func(p Page) string { return p.Slug })
}

// place is where a page is published, if it can be there after the change; otherwise it becomes a root.
func (m *merging) place(id string) string {
	p, ok := m.now.Live(id)
	if !ok || p.Parent == m.tree.Pages[id].Parent {
		return ""
	}
	return p.Parent
}

func (m *merging) orphaned(id string, orphans map[string]bool) bool {
	for range MaxPages {
		p, ok := m.tree.Live(id)
		switch {
		case orphans[id]:
			return true
		case !ok || p.Parent == "":
			return false
		}
		id = p.Parent
	}
	return false
}

// moved lists the pages whose place the change sets.
func (m *merging) moved() []string {
	var list []string
	for _, d := range m.out.Done {
		_, live := m.tree.Live(d.Page)
		if live && (d.Op == OpAdded || d.Op == OpMoved || d.Op == OpRestored) && !slices.Contains(list, d.Page) {
			list = append(list, d.Page)
		}
	}
	return list
}

// height is the number of levels below a page; at most MaxDepth.
func (t Tree) height(id string) int {
	children, level, n := t.children(), []string{id}, 0
	for ; n < MaxDepth; n++ {
		var next []string
		for _, parent := range level {
			for _, p := range children[parent] {
				next = append(next, p.ID)
			}
		}
		if len(next) == 0 {
			break
		}
		level = next
	}
	return n
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
	holders := map[string][]Page{}
	for _, p := range m.tree.Pages {
		if p.Gone == "" {
			holders[key(p)] = append(holders[key(p)], p)
		}
	}
	for _, list := range holders {
		if len(list) < 2 {
			continue
		}
		slices.SortFunc(list, func(a, b Page) int { return strings.Compare(a.ID, b.ID) })
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

// came is true for a page that did not exist and went with a restored one.
func (m *merging) came(id string) bool {
	_, was := m.now.Live(id)
	return !was && !m.draft.Edits[id].Added
}

// has says whether there is a conflict of a field of a page already.
func (m *merging) has(page string, f Field) bool {
	return slices.ContainsFunc(m.out.Conflicts, func(c Conflict) bool { return c.Page == page && c.Field == f })
}

// seen hashes everything that the change does.
func (m *merging) seen() string {
	type part struct {
		Done Done
		Was  Page
		Text string
	}
	list := []any{m.now.Home(), m.tree.Home(), m.out.Conflicts}
	for _, d := range m.out.Done {
		p := part{Done: d, Was: m.now.Pages[d.Page]}
		p.Was.Touched = "" // what is shown does not depend on it
		if d.Op == OpWritten {
			p.Text = m.out.Texts[d.Page]
		}
		list = append(list, p)
		if d.Op == OpRemoved {
			list = append(list, m.now.seen(d.Page))
		}
	}
	data, err := json.Marshal(list)
	if err != nil {
		panic("encode a merge: " + err.Error()) // of strings and numbers
	}
	sum := sha256.Sum256(append([]byte(m.draft.ID+"\n"), data...))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}
