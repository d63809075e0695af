package wiki

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// visibly is what a reader sees of a tree.
func visibly(t Tree) string {
	var b strings.Builder
	for _, p := range t.Ordered() {
		fmt.Fprintln(&b, p.ID, p.Title, p.Slug, p.Parent, p.Weight)
	}
	return b.String() + t.Home()
}

// unwritten are the parts of a change that the tree of a merge shows: all but texts.
func unwritten(done []Done) []Done {
	return slices.DeleteFunc(slices.Clone(done), func(d Done) bool { return d.Op == OpWritten })
}

// checkPublished fails unless the published pages are a tree with unique titles and slugs, and all texts are editions.
func (w *world) checkPublished(t rapid.TB) {
	checkTree(t, w.wiki.Tree)
	for id, p := range w.wiki.Pages {
		if p.Edition != "" && w.written[p.Edition][id] != w.texts[id] {
			t.Fatalf("%s shows %q, the change wrote %q", id, w.texts[id], w.written[p.Edition][id])
		}
	}
}

func checkTree(t rapid.TB, tree Tree) {
	titles, slugs := map[string]string{}, map[string]string{}
	for id, p := range tree.Pages {
		if p.Gone != "" {
			continue
		}
		if n := tree.depth(id); n < 1 || n > MaxDepth {
			t.Fatalf("%s is at depth %d of\n%s", id, n, visibly(tree))
		}
		if other := titles[foldTitle(p.Title)]; other != "" {
			t.Fatalf("%s and %s have the title %s", id, other, p.Title)
		}
		if other := slugs[foldSlug(p.Slug)]; other != "" {
			t.Fatalf("%s and %s have the slug %s", id, other, p.Slug)
		}
		titles[foldTitle(p.Title)], slugs[foldSlug(p.Slug)] = id, id
	}
	home := tree.Home()
	if _, ok := tree.Live(home); ok != (tree.Count() > 0) {
		t.Fatalf("home is %q of %d pages", home, tree.Count())
	}
	if n := len(tree.Ordered()); n != tree.Count() {
		t.Fatalf("%d of %d pages can be reached", n, tree.Count())
	}
}

// check fails unless everything that was typed is kept and folding the events again gives the same.
func (w *world) check(t rapid.TB) {
	for _, d := range w.drafts {
		var folded Draft
		for _, e := range w.events[d.ID] {
			folded = EvolveDraft(folded, e.event, e.at)
		}
		if !reflect.DeepEqual(folded, d) {
			t.Fatalf("folding gives\n%+v\nbut decided on\n%+v", folded, d)
		}
		for page, text := range w.typed[d.ID] {
			if e := d.Edits[page]; e.Text == nil || e.Text.Body != text {
				t.Fatalf("the text %q of %s is not in the draft %+v", text, page, d)
			}
		}
		if !d.Status.Open() {
			continue
		}
		m := w.merge(d)
		if again := w.merge(d); !reflect.DeepEqual(again, m) {
			t.Fatalf("merging twice gives\n%+v\nand\n%+v", again, m)
		}
		preview := w.preview(t, m)
		if shown, known := w.previews[m.Seen]; known && shown != preview {
			t.Fatalf("the same is seen of\n%s\nand\n%s", shown, preview)
		}
		w.previews[m.Seen] = preview
		seen := map[string]bool{}
		for _, k := range m.Conflicts {
			key := k.Page + string(k.Field)
			if seen[key] || len(k.Sides) == 0 {
				t.Fatalf("conflicts %+v", m.Conflicts)
			}
			seen[key] = true
		}
		if len(m.Conflicts) == 0 {
			checkTree(t, m.Tree)
		}
	}
	var folded State
	for _, c := range w.changes {
		folded = Evolve(folded, c)
	}
	if !reflect.DeepEqual(folded, w.wiki) {
		t.Fatalf("folding gives\n%+v\nbut decided on\n%+v", folded, w.wiki)
	}
	if open := w.openDrafts(); len(open) != len(w.open) {
		t.Fatalf("%d drafts are open, %d are listed", len(open), len(w.open))
	}
}

// preview is everything that a merge does, with the pages that go and that come.
func (w *world) preview(t rapid.TB, m Merged) string {
	var gone, came []string
	for id := range m.Tree.Pages {
		_, was := w.wiki.Live(id)
		_, is := m.Tree.Live(id)
		switch {
		case was && !is:
			gone = append(gone, id)
		case is && !was:
			came = append(came, id)
		}
	}
	slices.Sort(gone)
	slices.Sort(came)
	data, err := json.Marshal([]any{m.Done, m.Texts, m.Conflicts, gone, came, m.Tree.Home()})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func (w *world) openDrafts() (list []string) {
	for account, d := range w.drafts {
		if d.Status.Open() {
			list = append(list, account)
		}
	}
	slices.Sort(list)
	return list
}

// settle resolves one conflict of a draft. The same conflict must not show again.
func (w *world) settle(t *rapid.T, account string) bool {
	d := w.drafts[account]
	m := w.merge(d)
	if len(m.Conflicts) == 0 {
		return false
	}
	k := rapid.SampledFrom(m.Conflicts).Draw(t, "conflict")
	side := rapid.SampledFrom(k.Sides).Draw(t, "side")
	by := w.writer(account)
	if d.Status == Review {
		by = w.writer(reviewer)
	}
	c := Resolve{Writer: by, Merged: m, Page: k.Page, Field: k.Field, Side: side, Text: w.id("Hand")}
	if w.ask(t, account, c) == nil {
		return false
	}
	after := w.drafts[account]
	for page := range w.typed[d.ID] { // what a resolution drops or replaces was in view
		e := after.Edits[page]
		switch {
		case k.Field == FieldBody && page == k.Page, k.Field == FieldPresence && k.Mine == Present && side == Theirs && page == k.Page:
			delete(w.typed[d.ID], page)
			if e.Text != nil {
				w.typed[d.ID][page] = e.Text.Body
			}
		}
	}
	for _, again := range w.merge(after).Conflicts {
		if again.Page == k.Page && again.Field == k.Field && again.Mine == k.Mine && again.Theirs == k.Theirs && reflect.DeepEqual(again.Sides, k.Sides) {
			t.Fatalf("after %s of %+v the draft\n%+v\nshows %+v; before it was\n%+v", side, k, after, again, d)
		}
	}
	return true
}

func (w *world) settleAll(t *rapid.T, account string) {
	for n := 0; w.settle(t, account); n++ {
		if n > 200 {
			t.Fatalf("no end of conflicts: %+v", w.merge(w.drafts[account]).Conflicts)
		}
	}
}
