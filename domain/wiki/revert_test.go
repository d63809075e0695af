package wiki

import (
	"maps"
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
)

// reverted merges the inverse of the last change.
func reverted(before, after State, c ChangePublished, texts map[string]string) Merged {
	return Merge(after.Tree, Inverse(c, before, after, func(page string) string { return texts[page] }), published)
}

func TestARevertAndItsRevertRestoreWhatWas(t *testing.T) {
	s := change(base(), "c3", Done{Page: "g", Op: OpAdded, Title: "Tg", Slug: "sg"}, Done{Page: "h", Op: OpAdded, Title: "Th", Slug: "sh", Parent: "g"})
	s = change(s, "c4", Done{Page: "g", Op: OpRemoved})
	for name, done := range map[string][]Done{
		"everything of a page":          {{Page: "a", Op: OpRetitled, Title: "甲"}, {Page: "a", Op: OpReaddressed, Slug: "jia"}, {Page: "y", Op: OpMoved}, {Page: "a", Op: OpReweighted, Weight: 5}, {Page: "c", Op: OpWritten}},
		"pages added below another":     {{Page: "n", Op: OpAdded, Title: "n", Slug: "n", Parent: "a"}, {Page: "m", Op: OpAdded, Title: "m", Slug: "m", Parent: "n"}, {Page: "m", Op: OpWritten}},
		"a page moved to an added":      {{Page: "n", Op: OpAdded, Title: "n", Slug: "n"}, {Page: "x", Op: OpMoved, Parent: "n"}},
		"a removed branch":              {{Page: "a", Op: OpRemoved}},
		"moved out of the branch":       {{Page: "c", Op: OpMoved, Parent: "x"}, {Page: "a", Op: OpRemoved}},
		"moved into the branch":         {{Page: "y", Op: OpMoved, Parent: "b"}, {Page: "a", Op: OpRemoved}},
		"moved within the branch":       {{Page: "c", Op: OpMoved, Parent: "a"}, {Page: "a", Op: OpRemoved}},
		"both branches":                 {{Page: "a", Op: OpRemoved}, {Page: "x", Op: OpRemoved}, {Page: "f", Op: OpRemoved}},
		"a restored branch":             {{Page: "g", Op: OpRestored, Parent: "x"}},
		"a restored branch in parts":    {{Page: "g", Op: OpRestored, Parent: "x"}, {Page: "h", Op: OpMoved, Parent: "a"}},
		"restored, and another gone":    {{Page: "g", Op: OpRestored, Parent: "x"}, {Page: "a", Op: OpRemoved}},
		"restored into what goes":       {{Page: "g", Op: OpRestored, Parent: "x"}, {Page: "x", Op: OpRemoved}},
		"added into what goes":          {{Page: "n", Op: OpAdded, Title: "n", Slug: "n", Parent: "x"}, {Page: "b", Op: OpMoved, Parent: "n"}, {Page: "x", Op: OpRemoved}},
		"came back, and into what goes": {{Page: "g", Op: OpRestored}, {Page: "h", Op: OpMoved, Parent: "x"}, {Page: "x", Op: OpRemoved}},
		"swapped titles":                {{Page: "a", Op: OpRetitled, Title: "Tx"}, {Page: "x", Op: OpRetitled, Title: "Ta"}},
		"a slug given on":               {{Page: "a", Op: OpReaddressed, Slug: "old"}, {Page: "n", Op: OpAdded, Title: "n", Slug: "sa"}},
		"the first page":                {{Page: "c", Op: OpFeatured}},
		"the first page, added":         {{Page: "n", Op: OpAdded, Title: "n", Slug: "n"}, {Page: "n", Op: OpFeatured}},
		"the first page removed":        {{Page: "f", Op: OpRemoved}},
		"another instead of it":         {{Page: "f", Op: OpRemoved}, {Page: "c", Op: OpFeatured}},
		"turned round":                  {{Page: "b", Op: OpMoved}, {Page: "a", Op: OpMoved, Parent: "c"}},
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
			d := draft(decisiontest.Payloads(must(t, OpenDraft{Writer: Writer{member(alice), now}, ID: "d1", Project: project, From: inverse(), Reverts: "c3", Now: noon}))...)
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
