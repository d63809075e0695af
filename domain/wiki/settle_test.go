package wiki

import (
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/decision/decisiontest"
)

// everyWay settles the conflicts of a draft in every possible way and order; each must end.
func everyWay(t *testing.T, now State, d Draft, settled int) {
	t.Helper()
	m := Merge(now.Tree, d, published)
	if len(m.Conflicts) == 0 {
		checkTree(t, m.Tree)
		folded := change(now, pending, unwritten(m.Done)...)
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
	for _, e := range decisiontest.Payloads(events) {
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
