package wiki

import (
	"testing"
)

func TestPagesAreRemovedAndRestored(t *testing.T) {
	gone := change(wikiOf(append(branchOf("a", "b", "c"), Page{ID: "x", Title: "Tx", Slug: "sx"})...), "c2", Done{Page: "b", Op: OpRemoved})
	removed := DraftPageRemoved{Page: "a", Was: []Seen{{"a", "c1"}}}
	for name, c := range map[string]struct {
		given []any
		when  func(Writer) DraftCommand
		want  string
	}{
		"remove":                               {nil, func(w Writer) DraftCommand { return RemovePage{w, "a"} }, "DraftPageRemoved"},
		"remove twice":                         {[]any{removed}, func(w Writer) DraftCommand { return RemovePage{w, "a"} }, errNoPage},
		"remove an unknown page":               {nil, func(w Writer) DraftCommand { return RemovePage{w, "?"} }, errNoPage},
		"remove a page that is gone":           {nil, func(w Writer) DraftCommand { return RemovePage{w, "b"} }, errNoPage},
		"take back":                            {[]any{removed}, func(w Writer) DraftCommand { return RestorePage{w, "a", nil} }, "DraftPageRestored"},
		"restore a page that is there":         {nil, func(w Writer) DraftCommand { return RestorePage{w, "a", nil} }, "conflict conflict -: 该页面没有被删除。"},
		"restore an unknown page":              {nil, func(w Writer) DraftCommand { return RestorePage{w, "?", nil} }, errNoPage},
		"restore a published removal":          {nil, func(w Writer) DraftCommand { return RestorePage{w, "b", nil} }, "DraftPageRestored"},
		"restore it elsewhere":                 {nil, func(w Writer) DraftCommand { return RestorePage{w, "b", ptr("x")} }, "DraftPageRestored"},
		"restore it nowhere":                   {nil, func(w Writer) DraftCommand { return RestorePage{w, "b", ptr("?")} }, "invalid invalid_input parent: 上级页面不存在。"},
		"restore it below what went with it":   {nil, func(w Writer) DraftCommand { return RestorePage{w, "b", ptr("c")} }, "invalid invalid_input parent: 上级页面不存在。"},
		"remove a page that the draft added":   {[]any{addedPage("n", "n", "n", "")}, func(w Writer) DraftCommand { return RemovePage{w, "n"} }, "DraftPageRemoved"},
		"edit a page that the draft restored":  {[]any{DraftPageRestored{Page: "b", Parent: "a"}}, func(w Writer) DraftCommand { return EditPage{Writer: w, Page: "c", Title: ptr("n")} }, "DraftPageRetitled"},
		"edit a page that the draft removed":   {[]any{removed}, func(w Writer) DraftCommand { return EditPage{Writer: w, Page: "a", Title: ptr("n")} }, errNoPage},
		"remove what came back with a page":    {[]any{DraftPageRestored{Page: "b", Parent: "a"}}, func(w Writer) DraftCommand { return RemovePage{w, "c"} }, "DraftPageRemoved"},
		"restore what went with another again": {[]any{DraftPageRestored{Page: "b", Parent: "a"}, DraftPageRemoved{Page: "c"}}, func(w Writer) DraftCommand { return RestorePage{w, "c", nil} }, "DraftPageRestored"},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, outcome(DecideDraft(draft(c.given...), c.when(Writer{member(alice), gone}))), c.want)
		})
	}
}

func TestAPageThatWentWithAnotherLeavesIt(t *testing.T) {
	by := Writer{member(alice), wikiOf(branchOf("a", "b", "c")...)}
	d := draft(DraftPageRemoved{Page: "a", Was: by.Wiki.seen("a")})
	events, err := DecideDraft(d, RestorePage{by, "b", nil})
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	d = EvolveDraft(d, events[0].Payload, noon)
	m := Merge(by.Wiki.Tree, d, none)
	if p, live := m.Tree.Live("b"); len(m.Conflicts) > 0 || !live || p.Parent != "" || m.Tree.Count() != 2 {
		t.Errorf("%+v", m)
	}
}

func TestARemovalThatOthersMadeTooIsTakenBackByRestoring(t *testing.T) {
	before := wikiOf(branchOf("a", "b")...)
	by := Writer{member(alice), change(before, "c2", Done{Page: "a", Op: OpRemoved})}
	d := draft(DraftPageRemoved{Page: "a", Was: before.seen("a")})
	events, err := DecideDraft(d, RestorePage{by, "a", nil})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		d = EvolveDraft(d, e.Payload, noon)
	}
	if m := Merge(by.Wiki.Tree, d, none); m.Tree.Count() != 2 || len(m.Conflicts) != 0 {
		t.Errorf("%+v", m)
	}
}

func TestARestoredBranchKeepsTheDepth(t *testing.T) {
	s := change(wikiOf(append(branchOf("a", "b", "c"), branchOf("v", "w", "x")...)...), "c2", Done{Page: "a", Op: OpRemoved})
	by := Writer{member(alice), s}
	same(t, outcome(DecideDraft(draft(), RestorePage{by, "a", ptr("x")})), "invalid invalid_input parent: 页面最多 5 级。")
	same(t, outcome(DecideDraft(draft(), RestorePage{by, "a", ptr("w")})), "DraftPageRestored")
}

func TestAPageThatIsNoLongerAddedGivesBackWhatWasMovedBelowIt(t *testing.T) {
	by := Writer{member(alice), wikiOf(branchOf("a", "b")...)}
	d := draft(addedPage("n", "n", "n", ""), moved("b", "a", "n"), moved("a", "", "b"))
	events, err := DecideDraft(d, RemovePage{by, "n"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		d = EvolveDraft(d, e.Payload, noon)
	}
	if d.Saved() {
		t.Errorf("%+v", d.Edits)
	}
}

func TestEditsOfAPageThatCameWithAnotherAreKeptWhenItGoesAgain(t *testing.T) {
	s := change(wikiOf(branchOf("a", "b")...), "c2", Done{Page: "a", Op: OpRemoved})
	by := Writer{member(alice), s}
	d := draft(DraftPageRestored{Page: "a"}, retitled("b", "Tb", "新"))
	for _, c := range []DraftCommand{RemovePage{by, "a"}, RestorePage{by, "a", nil}, RestorePage{by, "b", nil}} {
		events, err := DecideDraft(d, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			d = EvolveDraft(d, e.Payload, noon)
		}
		same(t, conflicts(Merge(s.Tree, d, none)), "")
	}
	if p, live := Merge(s.Tree, d, none).Tree.Live("b"); !live || p.Title != "新" || p.Parent != "a" {
		t.Errorf("%+v", p)
	}
}

func TestAPageThatCameWithAnotherAndWasMovedAwayStays(t *testing.T) {
	s := change(wikiOf(append(branchOf("a", "b", "c"), Page{ID: "x", Title: "Tx", Slug: "sx"})...), "c2", Done{Page: "a", Op: OpRemoved})
	d := draft(DraftPageRestored{Page: "a"}, moved("b", "a", "x"))
	events, err := DecideDraft(d, RemovePage{Writer{member(alice), s}, "a"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		d = EvolveDraft(d, e.Payload, noon)
	}
	m := Merge(s.Tree, d, none)
	if p, live := m.Tree.Live("b"); conflicts(m) != "" || !live || p.Parent != "x" || m.Tree.Count() != 3 {
		t.Errorf("%+v", m)
	}
}
