package wiki

import (
	"strings"
	"testing"
)

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
	if branch := s.Branch("?"); branch != nil {
		t.Error(branch)
	}
	same(t, strings.Join(s.Branch("c"), " "), "c d")
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
