package wiki

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// prune leaves out what is done to pages that do not exist afterwards, and computes the tree by what is left, in the way
// in which the published change is applied. A page that goes is only moved, added or restored if another one needs it.
func (m *merging) prune() {
	needed, tree, owned := m.needed(), m.now, false
	var done []Done
	for _, part := range m.out.Done {
		if _, live := m.tree.Live(part.Page); !live {
			switch part.Op {
			case OpRemoved:
				if _, ok := tree.Live(part.Page); !ok {
					continue
				}
			case OpAdded, OpMoved, OpRestored:
				if !needed[part.Page] {
					continue
				}
			default:
				if part.Op == OpWritten {
					delete(m.out.Texts, part.Page)
				}
				continue
			}
		}
		done = append(done, part)
		if part.Op == OpWritten {
			continue
		}
		if !owned {
			tree, owned = tree.Clone(), true
		}
		tree.apply(part, pending)
	}
	m.out.Done, m.out.Tree = done, tree
}

// needed are pages that go and whose place matters all the same: those that were moved, which go with the page above;
// restored ones, with which others came; and the pages above these.
func (m *merging) needed() map[string]bool {
	needed := map[string]bool{}
	need := func(id string) {
		for !needed[id] {
			p, ok := m.tree.Pages[id]
			if !ok || p.Gone == "" {
				return
			}
			needed[id] = true
			id = p.Parent
		}
	}
	for _, part := range m.out.Done {
		if part.Op == OpMoved || part.Op == OpRestored {
			need(part.Page)
		}
	}
	return needed
}

// seen hashes everything that the change does.
func (m *merging) seen() string {
	type part struct {
		Done  Done
		Was   Page
		Text  string
		Pages []Seen   // that go
		Back  []string // that come back
	}
	list := []any{m.now.Home(), m.out.Tree.Home(), m.out.Conflicts}
	before, after := m.now.below(), m.out.Tree.below()
	for _, d := range m.out.Done {
		p := part{Done: d, Was: m.now.Pages[d.Page]}
		p.Was.Touched = "" // what is shown does not depend on it
		switch d.Op {
		case OpWritten:
			p.Text = m.out.Texts[d.Page]
		case OpRemoved:
			p.Pages = m.now.seenOf(m.now.branch(before, d.Page))
		case OpRestored:
			p.Back = m.out.Tree.branch(after, d.Page)
		}
		list = append(list, p)
	}
	data, err := json.Marshal(list)
	if err != nil {
		panic("encode a merge: " + err.Error()) // of strings and numbers
	}
	sum := sha256.Sum256(append([]byte(m.draft.ID+"\n"), data...))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// seen are the pages of a branch with the last change of each.
func (t Tree) seen(id string) []Seen { return t.seenOf(t.Branch(id)) }

// seenOf are those of the pages that exist, with the last change of each.
func (t Tree) seenOf(pages []string) []Seen {
	list := make([]Seen, 0, len(pages))
	for _, id := range pages {
		if p, ok := t.Live(id); ok {
			list = append(list, Seen{Page: id, Change: p.Touched})
		}
	}
	return list
}

// sameSeen says whether every page that goes now went before, unchanged. Pages that left the branch do not count.
func sameSeen(then, now []Seen) bool {
	known := make(map[Seen]bool, len(then))
	for _, s := range then {
		known[s] = true
	}
	for _, s := range now {
		if !known[s] {
			return false
		}
	}
	return true
}
