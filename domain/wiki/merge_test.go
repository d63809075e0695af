package wiki

import (
	"reflect"
	"slices"
	"strings"
	"testing"

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
		"and moving its part to what goes":    {gone, []any{DraftPageRestored{Page: "b", Parent: "a"}, moved("c", "b", "x"), removedIn(gone, "x")}, "b restored; c moved; x removed", "a b<a f"},
		"and moving its part":                 {gone, []any{DraftPageRestored{Page: "b", Parent: "a"}, moved("c", "b", "")}, "b restored; c moved", "a b<a c f x"},
		"restoring what others restored":      {s, []any{DraftPageRestored{Page: "b", Parent: "a"}}, "", "a b<a c<b f x y<x"},
		"restoring a page whose slug is free": {change(gone, "c4", Done{Page: "a", Op: OpReaddressed, Slug: "z"}), []any{DraftPageRestored{Page: "y", Parent: "x"}}, "y restored", "a f x y<x"},
		"removing what is gone":               {gone, []any{removedIn(s, "y")}, "", "a f x"},
		"removing what is gone with a child":  {gone, []any{addedPage("n", "n", "n", "y"), removedIn(s, "y")}, "", "a f x"},
		"writing an empty text":               {s, []any{written("a", "c1", "")}, "a written", "a b<a c<b f x y<x"},
		"adding a page without a text":        {s, []any{addedPage("n", "n", "n", ""), written("n", "", "")}, "n added", "a b<a c<b f n x y<x"},
		"adding a page that is first":         {s, []any{addedPage("n", "n", "n", ""), DraftPageFeatured{Page: "n", Was: "f"}}, "n added; n featured", "a b<a c<b f n x y<x"},
		"which it no longer adds":             {s, []any{addedPage("n", "n", "n", ""), DraftPageFeatured{Page: "n", Was: "f"}, DraftPageRemoved{Page: "n"}}, "", "a b<a c<b f x y<x"},
		"which it adds below one no longer":   {s, []any{addedPage("n", "n", "n", ""), addedPage("m", "m", "m", "n"), DraftPageFeatured{Page: "m", Was: "f"}, DraftPageRemoved{Page: "n"}}, "", "a b<a c<b f x y<x"},
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
			if folded := change(c.now, pending, unwritten(m.Done)...); !reflect.DeepEqual(folded.Tree, m.Tree) {
				t.Errorf("published\n%s\nseen\n%s", visibly(folded.Tree), visibly(m.Tree))
			}
		})
	}
}
