package wiki

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
)

// conflicts names the conflicts of a merge with the sides that can be chosen.
func conflicts(m Merged) string {
	var list []string
	for _, k := range m.Conflicts {
		sides := make([]string, len(k.Sides))
		for i, s := range k.Sides {
			sides[i] = string(s)
		}
		list = append(list, k.Page+" "+string(k.Field)+" "+strings.Join(sides, ","))
	}
	return strings.Join(list, "; ")
}

// ops names what a merge does.
func ops(m Merged) string {
	var list []string
	for _, d := range m.Done {
		list = append(list, d.Page+" "+string(d.Op))
	}
	return strings.Join(list, "; ")
}

func readdressed(page, was, now string) DraftPageReaddressed {
	return DraftPageReaddressed{Draft: "d1", Page: page, Was: was, Slug: erasable.Of(alice, now)}
}

func moved(page, was, now string) DraftPageMoved {
	return DraftPageMoved{Draft: "d1", Page: page, Was: was, Parent: now}
}

func reweighted(page string, was, now int) DraftPageReweighted {
	return DraftPageReweighted{Draft: "d1", Page: page, Was: was, Weight: now}
}

// base is a wiki of two branches, a with b and c below it and x with y below it, and a page f, which is shown first.
// Every page has a text.
func base() State {
	pages := append(append(branchOf("a", "b", "c"), branchOf("x", "y")...), Page{ID: "f", Title: "Tf", Slug: "sf"})
	for i := range pages {
		pages[i].Edition = "c1"
	}
	return change(wikiOf(pages...), "c2", Done{Page: "f", Op: OpFeatured})
}

func removedIn(s State, pages ...string) DraftPageRemoved {
	return DraftPageRemoved{Draft: "d1", Page: pages[0], Was: s.seen(pages[0])}
}

func published(page string) string { return "text of " + page }

func TestEveryKindOfConflictIsFoundAndSettled(t *testing.T) {
	s := base()
	for name, c := range map[string]struct {
		draft   []any
		publish []Done
		want    string
	}{
		"a title":                        {[]any{retitled("a", "Ta", "甲")}, []Done{{Page: "a", Op: OpRetitled, Title: "乙"}}, "a title mine,theirs,hand"},
		"the same title":                 {[]any{retitled("a", "Ta", "甲")}, []Done{{Page: "a", Op: OpRetitled, Title: "甲"}}, ""},
		"titles of two pages":            {[]any{retitled("a", "Ta", "甲")}, []Done{{Page: "b", Op: OpRetitled, Title: "乙"}}, ""},
		"title here and slug there":      {[]any{retitled("a", "Ta", "甲")}, []Done{{Page: "a", Op: OpReaddressed, Slug: "yi"}}, ""},
		"a slug":                         {[]any{readdressed("a", "sa", "jia")}, []Done{{Page: "a", Op: OpReaddressed, Slug: "yi"}}, "a slug mine,theirs,hand"},
		"the same slug":                  {[]any{readdressed("a", "sa", "jia")}, []Done{{Page: "a", Op: OpReaddressed, Slug: "jia"}}, ""},
		"a place":                        {[]any{moved("y", "x", "a")}, []Done{{Page: "y", Op: OpMoved, Parent: "f"}}, "y parent mine,theirs"},
		"the same place":                 {[]any{moved("y", "x", "a")}, []Done{{Page: "y", Op: OpMoved, Parent: "a"}}, ""},
		"a weight":                       {[]any{reweighted("y", 0, 2)}, []Done{{Page: "y", Op: OpReweighted, Weight: 3}}, "y sort_order mine,theirs"},
		"the same weight":                {[]any{reweighted("y", 0, 2)}, []Done{{Page: "y", Op: OpReweighted, Weight: 2}}, ""},
		"a text":                         {[]any{written("a", "c1", "甲")}, []Done{{Page: "a", Op: OpWritten}}, "a body mine,theirs,hand"},
		"the same text":                  {[]any{written("a", "c1", published("a"))}, []Done{{Page: "a", Op: OpWritten}}, ""},
		"the first page":                 {[]any{DraftPageFeatured{Page: "a", Was: "f"}}, []Done{{Page: "x", Op: OpFeatured}}, "a featured mine,theirs"},
		"the same first page":            {[]any{DraftPageFeatured{Page: "a", Was: "f"}}, []Done{{Page: "a", Op: OpFeatured}}, ""},
		"a first page that went":         {[]any{DraftPageFeatured{Page: "y", Was: "f"}}, []Done{{Page: "y", Op: OpRemoved}}, "y featured theirs"},
		"edited here, removed there":     {[]any{retitled("y", "Ty", "甲")}, []Done{{Page: "y", Op: OpRemoved}}, "y presence mine,theirs"},
		"edited here, its branch there":  {[]any{written("b", "c1", "甲")}, []Done{{Page: "a", Op: OpRemoved}}, "b presence mine,theirs"},
		"removed here, edited there":     {[]any{removedIn(s, "a")}, []Done{{Page: "c", Op: OpWritten}}, "a presence mine,theirs"},
		"removed here, grown there":      {[]any{removedIn(s, "a")}, []Done{{Page: "n", Op: OpAdded, Title: "n", Slug: "n", Parent: "b"}}, "a presence mine,theirs"},
		"removed here, moved away there": {[]any{removedIn(s, "a")}, []Done{{Page: "b", Op: OpMoved, Parent: "x"}}, ""},
		"removed by both":                {[]any{removedIn(s, "a")}, []Done{{Page: "a", Op: OpRemoved}}, ""},
		"removed by both in parts":       {[]any{removedIn(s, "a")}, []Done{{Page: "b", Op: OpRemoved}}, ""},
		"a child of a page that went":    {[]any{addedPage("n", "n", "n", "y")}, []Done{{Page: "y", Op: OpRemoved}}, "n parent theirs,mine"},
		"moved below a page that went":   {[]any{moved("b", "a", "y")}, []Done{{Page: "x", Op: OpRemoved}}, "b parent theirs,mine"},
		"moved there by both ways":       {[]any{moved("b", "a", "y")}, []Done{{Page: "b", Op: OpMoved}, {Page: "y", Op: OpRemoved}}, "b parent theirs,mine"},
		"edited, and a child added":      {[]any{retitled("y", "Ty", "甲"), addedPage("n", "n", "n", "y")}, []Done{{Page: "x", Op: OpRemoved}}, "n parent theirs,mine; y presence mine,theirs"},
		"a title taken":                  {[]any{addedPage("n", "ＮＥＷ", "n", "")}, []Done{{Page: "m", Op: OpAdded, Title: "new", Slug: "m"}}, "n title hand"},
		"a slug taken":                   {[]any{addedPage("n", "n", "NEW", "")}, []Done{{Page: "m", Op: OpAdded, Title: "m", Slug: "new"}}, "n slug hand"},
		"title and slug taken":           {[]any{addedPage("n", "m", "m", "")}, []Done{{Page: "m", Op: OpAdded, Title: "m", Slug: "m"}}, "n title hand; n slug hand"},
		"a title taken by renaming":      {[]any{retitled("a", "Ta", "同")}, []Done{{Page: "x", Op: OpRetitled, Title: "同"}}, "a title hand,theirs"},
		"a slug taken by renaming":       {[]any{readdressed("a", "sa", "same")}, []Done{{Page: "x", Op: OpReaddressed, Slug: "SAME"}}, "a slug hand,theirs"},
		"a circle":                       {[]any{moved("a", "", "y")}, []Done{{Page: "x", Op: OpMoved, Parent: "b"}}, "a parent theirs"},
		"the sixth level":                {[]any{moved("x", "", "c")}, []Done{{Page: "a", Op: OpMoved, Parent: "f"}}, "x parent theirs"},
		"the sixth level, added":         {[]any{addedPage("n", "n", "n", "y")}, []Done{{Page: "x", Op: OpMoved, Parent: "c"}}, "n parent theirs"},
		"the fifth level":                {[]any{addedPage("n", "n", "n", "y")}, []Done{{Page: "x", Op: OpMoved, Parent: "b"}}, ""},
		"put below what both removed":    {[]any{moved("y", "x", "a"), addedPage("n", "n", "n", "y"), removedIn(s, "a")}, []Done{{Page: "a", Op: OpRemoved}}, "a presence mine,theirs"},
	} {
		t.Run(name, func(t *testing.T) {
			now := change(s, "c3", c.publish...)
			d := draft(c.draft...)
			m := Merge(now.Tree, d, published)
			same(t, conflicts(m), c.want)
			for _, k := range m.Conflicts {
				if k.Change == "" && now.Pages[k.Page].ID != "" {
					t.Errorf("%+v names no change", k)
				}
			}
			everyWay(t, now, d, 0)
		})
	}
}

// everyWay settles the conflicts of a draft in every possible way and order; each must end.
func everyWay(t *testing.T, now State, d Draft, settled int) {
	t.Helper()
	m := Merge(now.Tree, d, published)
	if len(m.Conflicts) == 0 {
		checkTree(t, m.Tree)
		folded := change(now, pending, m.Done...)
		if !reflect.DeepEqual(folded.Tree, m.Tree) {
			t.Errorf("published\n%s\nseen\n%s", visibly(folded.Tree), visibly(m.Tree))
		}
		return
	}
	if settled > 8 {
		t.Fatalf("no end: %s of %+v", conflicts(m), d)
	}
	for _, k := range m.Conflicts {
		for _, side := range k.Sides {
			events, err := DecideDraft(d, Resolve{
				Writer: Writer{member(alice), now}, Merged: m, Page: k.Page, Field: k.Field, Side: side, Text: "Hand" + strings.Repeat("d", settled),
			})
			if err != nil || len(events) == 0 {
				t.Fatalf("%s of %+v: %v", side, k, err)
			}
			next := d.clone()
			for _, e := range events {
				next = EvolveDraft(next, e.Payload, noon)
			}
			for _, again := range Merge(now.Tree, next, published).Conflicts {
				if again.Page == k.Page && again.Field == k.Field && again.Mine == k.Mine && again.Theirs == k.Theirs {
					t.Fatalf("after %s %+v shows again in %+v", side, again, next)
				}
			}
			everyWay(t, now, next, settled+1)
		}
	}
}

// settledBy merges after one conflict was settled.
func settledBy(t *testing.T, now State, d Draft, side Side, text string) Merged {
	t.Helper()
	m := Merge(now.Tree, d, published)
	if len(m.Conflicts) == 0 {
		t.Fatal("there is no conflict")
	}
	k := m.Conflicts[0]
	events, err := DecideDraft(d, Resolve{Writer: Writer{member(alice), now}, Merged: m, Page: k.Page, Field: k.Field, Side: side, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range decision.Payloads(events) {
		d = EvolveDraft(d, e, noon)
	}
	return Merge(now.Tree, d, published)
}

func TestWhatASettledConflictPublishes(t *testing.T) {
	s := base()
	for name, c := range map[string]struct {
		draft   []any
		publish []Done
		side    Side
		want    string
		check   func(Merged) bool
	}{
		"my title": {
			[]any{retitled("a", "Ta", "甲")}, []Done{{Page: "a", Op: OpRetitled, Title: "乙"}}, Mine, "a retitled",
			func(m Merged) bool { return m.Tree.Pages["a"].Title == "甲" },
		},
		"their title": {[]any{retitled("a", "Ta", "甲")}, []Done{{Page: "a", Op: OpRetitled, Title: "乙"}}, Theirs, "", nil},
		"a title by hand": {
			[]any{retitled("a", "Ta", "甲")}, []Done{{Page: "a", Op: OpRetitled, Title: "乙"}}, ByHand, "a retitled",
			func(m Merged) bool { return m.Tree.Pages["a"].Title == "Hand" },
		},
		"my text":    {[]any{written("a", "c1", "甲")}, []Done{{Page: "a", Op: OpWritten}}, Mine, "a written", func(m Merged) bool { return m.Texts["a"] == "甲" }},
		"their text": {[]any{written("a", "c1", "甲")}, []Done{{Page: "a", Op: OpWritten}}, Theirs, "", nil},
		"a text by hand": {
			[]any{written("a", "c1", "甲")}, []Done{{Page: "a", Op: OpWritten}}, ByHand, "a written",
			func(m Merged) bool { return m.Texts["a"] == "Hand" },
		},
		"my page": {
			[]any{written("b", "c1", "甲")}, []Done{{Page: "a", Op: OpRemoved}}, Mine, "b restored; b written",
			func(m Merged) bool { return m.Tree.Pages["b"].Parent == "" && m.Tree.Count() == 5 },
		},
		"my page in its place": {
			[]any{written("b", "c1", "甲")}, []Done{{Page: "b", Op: OpRemoved}}, Mine, "b restored; b written",
			func(m Merged) bool { return m.Tree.Pages["b"].Parent == "a" && m.Tree.Count() == 6 },
		},
		"their removal": {[]any{written("b", "c1", "甲")}, []Done{{Page: "a", Op: OpRemoved}}, Theirs, "", nil},
		"my removal": {
			[]any{removedIn(s, "a")}, []Done{{Page: "c", Op: OpWritten}}, Mine, "a removed", func(m Merged) bool { return m.Tree.Count() == 3 },
		},
		"their page": {[]any{removedIn(s, "a")}, []Done{{Page: "c", Op: OpWritten}}, Theirs, "", nil},
		"my first page": {
			[]any{DraftPageFeatured{Page: "a", Was: "f"}}, []Done{{Page: "x", Op: OpFeatured}}, Mine, "a featured",
			func(m Merged) bool { return m.Tree.Home() == "a" },
		},
		"their first page": {[]any{DraftPageFeatured{Page: "a", Was: "f"}}, []Done{{Page: "x", Op: OpFeatured}}, Theirs, "", nil},
		"a child as a root": {
			[]any{addedPage("n", "n", "n", "y")}, []Done{{Page: "y", Op: OpRemoved}}, Theirs, "n added",
			func(m Merged) bool { return m.Tree.Pages["n"].Parent == "" },
		},
		"a child with the page above": {
			[]any{addedPage("n", "n", "n", "y")}, []Done{{Page: "y", Op: OpRemoved}}, Mine, "y restored; n added",
			func(m Merged) bool { return m.Tree.Pages["n"].Parent == "y" && m.Tree.Pages["y"].Parent == "x" },
		},
		"where it was": {[]any{moved("b", "a", "y")}, []Done{{Page: "x", Op: OpRemoved}}, Theirs, "", nil},
		"as a root, where it was is gone": {
			[]any{moved("b", "a", "y"), DraftPageRemoved{Page: "a", Was: []Seen{{"a", "c1"}}}}, []Done{{Page: "x", Op: OpRemoved}}, Theirs, "b moved; a removed",
			func(m Merged) bool { return m.Tree.Pages["b"].Parent == "" && m.Tree.Count() == 3 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := settledBy(t, change(s, "c3", c.publish...), draft(c.draft...), c.side, "Hand")
			same(t, ops(m), c.want)
			if len(m.Conflicts) > 0 || c.check != nil && !c.check(m) {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestWhatADraftDoesWithoutConflicts(t *testing.T) {
	s := base()
	gone := change(s, "c3", Done{Page: "b", Op: OpRemoved}, Done{Page: "y", Op: OpRemoved})
	for name, c := range map[string]struct {
		now   State
		draft []any
		want  string
		tree  string // pages with the page above
	}{
		"swapping titles":                     {s, []any{retitled("a", "Ta", "Tx"), retitled("x", "Tx", "Ta")}, "a retitled; x retitled", "a b<a c<b f x y<x"},
		"swapping slugs":                      {s, []any{readdressed("a", "sa", "sx"), readdressed("x", "sx", "sa")}, "a readdressed; x readdressed", "a b<a c<b f x y<x"},
		"swapping places":                     {s, []any{moved("b", "a", "x"), moved("y", "x", "a")}, "b moved; y moved", "a b<x c<b f x y<a"},
		"moving out of a removed branch":      {s, []any{moved("b", "a", "x"), DraftPageRemoved{Page: "a", Was: []Seen{{"a", "c1"}}}}, "b moved; a removed", "b<x c<b f x y<x"},
		"moving into a removed branch":        {s, []any{moved("y", "x", "b"), DraftPageRemoved{Page: "a", Was: append(s.seen("a"), s.seen("y")...)}}, "y moved; a removed", "f x"},
		"removing twice":                      {s, []any{removedIn(s, "c"), removedIn(s, "a")}, "a removed", "f x y<x"},
		"removing what it added":              {s, []any{addedPage("n", "n", "n", "a"), addedPage("m", "m", "m", "n"), DraftPageRemoved{Page: "n"}}, "", "a b<a c<b f x y<x"},
		"adding below a page it removes":      {s, []any{addedPage("n", "n", "n", "c"), removedIn(s, "a")}, "a removed", "f x y<x"},
		"and taking the removal back":         {s, []any{addedPage("n", "n", "n", "c"), removedIn(s, "a"), DraftPageRestored{Page: "a"}}, "n added", "a b<a c<b f n<c x y<x"},
		"moving to a page it no longer adds":  {s, []any{addedPage("n", "n", "n", ""), moved("y", "x", "n"), DraftPageRemoved{Page: "n"}}, "", "a b<a c<b f x y<x"},
		"restoring a branch":                  {gone, []any{DraftPageRestored{Page: "b", Parent: "a"}}, "b restored", "a b<a c<b f x"},
		"only the branch":                     {gone, []any{DraftPageRestored{Page: "y", Parent: "x"}}, "y restored", "a f x y<x"},
		"a part of the branch":                {gone, []any{DraftPageRestored{Page: "c"}}, "c restored", "a c f x"},
		"the branch below its part":           {gone, []any{DraftPageRestored{Page: "c"}, DraftPageRestored{Page: "b", Parent: "c"}}, "b restored; c moved", "a b<c c f x"},
		"and removing its part":               {gone, []any{DraftPageRestored{Page: "b", Parent: "a"}, DraftPageRemoved{Page: "c"}}, "b restored; c removed", "a b<a f x"},
		"and no longer":                       {gone, []any{DraftPageRestored{Page: "b", Parent: "a"}, DraftPageRemoved{Page: "b"}}, "", "a f x"},
		"below a page it no longer adds":      {gone, []any{addedPage("n", "n", "n", ""), DraftPageRestored{Page: "b", Parent: "n"}, DraftPageRemoved{Page: "n"}}, "", "a f x"},
		"and moving its part":                 {gone, []any{DraftPageRestored{Page: "b", Parent: "a"}, moved("c", "b", "")}, "b restored; c moved", "a b<a c f x"},
		"restoring what others restored":      {s, []any{DraftPageRestored{Page: "b", Parent: "a"}}, "", "a b<a c<b f x y<x"},
		"restoring a page whose slug is free": {change(gone, "c4", Done{Page: "a", Op: OpReaddressed, Slug: "z"}), []any{DraftPageRestored{Page: "y", Parent: "x"}}, "y restored", "a f x y<x"},
		"removing what is gone":               {gone, []any{removedIn(s, "y")}, "", "a f x"},
		"removing what is gone with a child":  {gone, []any{addedPage("n", "n", "n", "y"), removedIn(s, "y")}, "", "a f x"},
		"writing an empty text":               {s, []any{written("a", "c1", "")}, "a written", "a b<a c<b f x y<x"},
		"adding a page without a text":        {s, []any{addedPage("n", "n", "n", ""), written("n", "", "")}, "n added", "a b<a c<b f n x y<x"},
		"adding a page that is first":         {s, []any{addedPage("n", "n", "n", ""), DraftPageFeatured{Page: "n", Was: "f"}}, "n added; n featured", "a b<a c<b f n x y<x"},
		"which it no longer adds":             {s, []any{addedPage("n", "n", "n", ""), DraftPageFeatured{Page: "n", Was: "f"}, DraftPageRemoved{Page: "n"}}, "", "a b<a c<b f x y<x"},
		"which goes with the page above":      {s, []any{DraftPageFeatured{Page: "c", Was: "f"}, removedIn(s, "a")}, "a removed", "f x y<x"},
	} {
		t.Run(name, func(t *testing.T) {
			m := Merge(c.now.Tree, draft(c.draft...), published)
			same(t, conflicts(m), "")
			same(t, ops(m), c.want)
			var tree []string
			for _, p := range m.Tree.Pages {
				if p.Gone == "" {
					tree = append(tree, strings.TrimSuffix(p.ID+"<"+p.Parent, "<"))
				}
			}
			slices.Sort(tree)
			same(t, strings.Join(tree, " "), c.tree)
			if folded := change(c.now, pending, m.Done...); !reflect.DeepEqual(folded.Tree, m.Tree) {
				t.Errorf("published\n%s\nseen\n%s", visibly(folded.Tree), visibly(m.Tree))
			}
		})
	}
}

func TestTheFirstPageIsTheFeaturedOneOrTheFirstRoot(t *testing.T) {
	s := wikiOf(Page{ID: "b", Title: "乙", Slug: "b", Weight: 1}, Page{ID: "a", Title: "甲", Slug: "a", Weight: 1}, Page{ID: "c", Title: "丙", Slug: "c", Weight: 2}, Page{ID: "d", Title: "丁", Slug: "d", Parent: "c"})
	same(t, State{}.Home(), "")
	same(t, s.Home(), "b")
	s = change(s, "c2", Done{Page: "d", Op: OpFeatured})
	same(t, s.Home(), "d")
	s = change(s, "c3", Done{Page: "c", Op: OpRemoved})
	same(t, s.Home(), "b")
	s = change(s, "c4", Done{Page: "c", Op: OpRestored})
	same(t, s.Home(), "d")
	var order []string
	for _, p := range s.Ordered() {
		order = append(order, p.ID)
	}
	same(t, strings.Join(order, " "), "b a c d")
}

func TestSeenNamesWhatIsPublished(t *testing.T) {
	s := base()
	events := []any{retitled("a", "Ta", "甲"), written("b", "c1", "乙"), removedIn(s, "y"), DraftPageFeatured{Page: "a", Was: "f"}}
	seen := Merge(s.Tree, draft(events...), published).Seen
	for name, c := range map[string]struct {
		now   State
		texts func(string) string
		more  []any
		equal bool
	}{
		"the same":                        {s, published, nil, true},
		"after a change of another page":  {change(s, "c3", Done{Page: "x", Op: OpRetitled, Title: "别"}, Done{Page: "c", Op: OpWritten}), published, nil, true},
		"after one of the page":           {change(s, "c3", Done{Page: "a", Op: OpReweighted, Weight: 9}), published, nil, false},
		"after one of the text":           {change(s, "c3", Done{Page: "b", Op: OpWritten}), published, nil, false},
		"after one of a page that goes":   {change(s, "c3", Done{Page: "y", Op: OpWritten}), published, nil, false},
		"with another text":               {s, published, []any{written("b", "c1", "丙")}, false},
		"with another title":              {s, published, []any{retitled("a", "Ta", "丙")}, false},
		"with one edit more":              {s, published, []any{reweighted("a", 0, 1)}, false},
		"without the first page":          {change(s, "c3", Done{Page: "a", Op: OpFeatured}), published, nil, false},
		"where the first page is another": {change(s, "c3", Done{Page: "x", Op: OpFeatured}), published, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := Merge(c.now.Tree, draft(append(events[:len(events):len(events)], c.more...)...), c.texts).Seen
			if (got == seen) != c.equal {
				t.Errorf("%s, was %s", got, seen)
			}
		})
	}
	other := draft(events...)
	other.ID = "d2"
	if Merge(s.Tree, other, published).Seen == seen {
		t.Error("another draft has the same")
	}
}

func TestAPageOfAnEndedDraftIsPublishedOnce(t *testing.T) {
	s := change(base(), "c3", Done{Page: "n", Op: OpAdded, Title: "新", Slug: "new"}, Done{Page: "n", Op: OpWritten})
	d := draft(addedPage("n", "旧", "new", ""), written("n", "", "旧文"))
	m := Merge(s.Tree, d, published)
	same(t, conflicts(m), "n title mine,theirs,hand; n body mine,theirs,hand")
	everyWay(t, s, d, 0)
	everyWay(t, change(s, "c4", Done{Page: "n", Op: OpRemoved}), d, 0)
}

// reverted merges the inverse of the last change.
func reverted(before, after State, c ChangePublished, texts map[string]string) Merged {
	return Merge(after.Tree, Inverse(c, before, after, func(page string) string { return texts[page] }), published)
}

func TestARevertAndItsRevertRestoreWhatWas(t *testing.T) {
	s := change(base(), "c3", Done{Page: "g", Op: OpAdded, Title: "Tg", Slug: "sg"}, Done{Page: "h", Op: OpAdded, Title: "Th", Slug: "sh", Parent: "g"})
	s = change(s, "c4", Done{Page: "g", Op: OpRemoved})
	for name, done := range map[string][]Done{
		"everything of a page":       {{Page: "a", Op: OpRetitled, Title: "甲"}, {Page: "a", Op: OpReaddressed, Slug: "jia"}, {Page: "y", Op: OpMoved}, {Page: "a", Op: OpReweighted, Weight: 5}, {Page: "c", Op: OpWritten}},
		"pages added below another":  {{Page: "n", Op: OpAdded, Title: "n", Slug: "n", Parent: "a"}, {Page: "m", Op: OpAdded, Title: "m", Slug: "m", Parent: "n"}, {Page: "m", Op: OpWritten}},
		"a page moved to an added":   {{Page: "n", Op: OpAdded, Title: "n", Slug: "n"}, {Page: "x", Op: OpMoved, Parent: "n"}},
		"a removed branch":           {{Page: "a", Op: OpRemoved}},
		"moved out of the branch":    {{Page: "c", Op: OpMoved, Parent: "x"}, {Page: "a", Op: OpRemoved}},
		"moved into the branch":      {{Page: "y", Op: OpMoved, Parent: "b"}, {Page: "a", Op: OpRemoved}},
		"moved within the branch":    {{Page: "c", Op: OpMoved, Parent: "a"}, {Page: "a", Op: OpRemoved}},
		"both branches":              {{Page: "a", Op: OpRemoved}, {Page: "x", Op: OpRemoved}, {Page: "f", Op: OpRemoved}},
		"a restored branch":          {{Page: "g", Op: OpRestored, Parent: "x"}},
		"a restored branch in parts": {{Page: "g", Op: OpRestored, Parent: "x"}, {Page: "h", Op: OpMoved, Parent: "a"}},
		"restored, and another gone": {{Page: "g", Op: OpRestored, Parent: "x"}, {Page: "a", Op: OpRemoved}},
		"swapped titles":             {{Page: "a", Op: OpRetitled, Title: "Tx"}, {Page: "x", Op: OpRetitled, Title: "Ta"}},
		"a slug given on":            {{Page: "a", Op: OpReaddressed, Slug: "old"}, {Page: "n", Op: OpAdded, Title: "n", Slug: "sa"}},
		"the first page":             {{Page: "c", Op: OpFeatured}},
		"the first page, added":      {{Page: "n", Op: OpAdded, Title: "n", Slug: "n"}, {Page: "n", Op: OpFeatured}},
		"the first page removed":     {{Page: "f", Op: OpRemoved}},
		"another instead of it":      {{Page: "f", Op: OpRemoved}, {Page: "c", Op: OpFeatured}},
		"turned round":               {{Page: "b", Op: OpMoved}, {Page: "a", Op: OpMoved, Parent: "c"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := ChangePublished{Project: project, Change: "c5", Done: done}
			after := change(s, "c5", done...)
			old, texts := map[string]string{}, map[string]string{}
			for _, d := range done {
				if d.Op == OpWritten {
					old[d.Page], texts[d.Page] = "old", published(d.Page)
				}
			}
			m := reverted(s, after, c, old)
			same(t, conflicts(m), "")
			back := change(after, "c6", m.Done...)
			same(t, visibly(back.Tree), visibly(s.Tree))
			for page, text := range m.Texts {
				if text != old[page] {
					t.Errorf("%s is %q", page, text)
				}
			}
			again := reverted(after, back, ChangePublished{Change: "c6", Done: m.Done}, texts)
			same(t, conflicts(again), "")
			same(t, visibly(change(back, "c7", again.Done...).Tree), visibly(after.Tree))
		})
	}
}

func TestARevertOfAnOlderChangeKeepsWhatCameAfter(t *testing.T) {
	s := base()
	c := ChangePublished{Change: "c3", Done: []Done{{Page: "a", Op: OpRetitled, Title: "甲"}, {Page: "b", Op: OpWritten}, {Page: "y", Op: OpRemoved}}}
	after := change(s, "c3", c.Done...)
	inverse := func() Draft { return Inverse(c, s, after, func(string) string { return "old" }) }
	for name, later := range map[string]struct {
		done []Done
		want string
	}{
		"elsewhere":          {[]Done{{Page: "f", Op: OpWritten}, {Page: "a", Op: OpReweighted, Weight: 3}}, ""},
		"the same title":     {[]Done{{Page: "a", Op: OpRetitled, Title: "乙"}}, "a title mine,theirs,hand"},
		"the same text":      {[]Done{{Page: "b", Op: OpWritten}}, "b body mine,theirs,hand"},
		"restored already":   {[]Done{{Page: "y", Op: OpRestored, Parent: "x"}}, ""},
		"the page is gone":   {[]Done{{Page: "b", Op: OpRemoved}}, "b presence mine,theirs"},
		"the slug was taken": {[]Done{{Page: "n", Op: OpAdded, Title: "n", Slug: "SY"}}, "y slug hand"},
		"its place is gone":  {[]Done{{Page: "x", Op: OpRemoved}}, "y parent theirs,mine"},
	} {
		t.Run(name, func(t *testing.T) {
			now := change(after, "c4", later.done...)
			same(t, conflicts(Merge(now.Tree, inverse(), published)), later.want)
			d := draft(decision.Payloads(must(t, OpenDraft{Writer: Writer{member(alice), now}, ID: "d1", Project: project, From: inverse(), Reverts: "c3", Now: noon}))...)
			if !maps.EqualFunc(d.Edits, inverse().Edits, func(a, b Edit) bool { return reflect.DeepEqual(a, b) }) || d.Reverts != "c3" {
				t.Errorf("%+v", d)
			}
			everyWay(t, now, d, 0)
		})
	}
}

func must(t *testing.T, c DraftCommand) []decision.Event {
	t.Helper()
	events, err := DecideDraft(Draft{}, c)
	if err != nil {
		t.Fatal(err)
	}
	return events
}
