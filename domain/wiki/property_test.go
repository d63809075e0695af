package wiki

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// step sends one random command of one of the given kinds.
func (w *world) step(t *rapid.T, kinds []int) {
	account := rapid.SampledFrom([]string{alice, bob, reviewer}).Draw(t, "account")
	if !w.drafts[account].Status.Open() && rapid.IntRange(0, 3).Draw(t, "begin") > 0 {
		w.begin(t, account, Draft{}, "")
	}
	w.edit(t, account, rapid.SampledFrom(kinds).Draw(t, "kind"))
}

// edit sends one command of a kind on the draft of an account.
func (w *world) edit(t *rapid.T, account string, kind int) {
	w.now = w.now.Add(time.Minute)
	d := w.drafts[account]
	by := w.writer(account)
	pages := append([]string{""}, everything(by.view(d))...)
	page := rapid.SampledFrom(pages[:min(len(pages), rapid.SampledFrom([]int{4, 100}).Draw(t, "few"))]).Draw(t, "page")
	under := rapid.SampledFrom(pages).Draw(t, "under")
	title := rapid.SampledFrom([]string{"安装", "Install", "ＩＮＳＴＡＬＬ", "配置", "指令", "Straße", "STRASSE", "常见问题", "更新", "", ""}).Draw(t, "title")
	slug := rapid.SampledFrom([]string{"a", "A", "b", "c", "d-1", "D-1", "e", "", ""}).Draw(t, "slug")
	if title == "" {
		title = w.id("title")
	}
	if slug == "" {
		slug = w.id("slug")
	}
	weight := rapid.IntRange(0, 2).Draw(t, "weight")
	body := rapid.SampledFrom([]string{"", "一", "二", w.id("text"), w.id("text")}).Draw(t, "body")
	switch kind {
	case 0:
		w.begin(t, account, Draft{}, "")
	case 1, 2, 3:
		w.ask(t, account, AddPage{Writer: by, Page: w.id("page"), Title: title, Slug: slug, Parent: under, Weight: weight})
	case 4:
		w.ask(t, account, EditPage{Writer: by, Page: page, Title: &title})
	case 5:
		w.ask(t, account, EditPage{Writer: by, Page: page, Slug: &slug})
	case 6, 7:
		w.ask(t, account, EditPage{Writer: by, Page: page, Parent: &under})
	case 8:
		w.ask(t, account, EditPage{Writer: by, Page: page, Weight: &weight, Featured: rapid.Bool().Draw(t, "featured")})
	case 9, 10:
		w.write(t, account, page, body)
	case 11:
		w.remove(t, account, page)
	case 12:
		w.ask(t, account, RestorePage{Writer: by, Page: page})
	case 13:
		w.ask(t, account, RestorePage{Writer: by, Page: page, Parent: &under})
	case 14:
		w.settle(t, account)
	case 15:
		w.ask(t, account, Rebase{by})
	case 16, 17:
		w.submit(t, account)
	case 18:
		w.again(t, account, TakeBack{by})
	case 19:
		w.again(t, account, Reopen{by})
	case 20:
		w.ask(t, account, Reject{By: editor(reviewer), Wiki: w.wiki, Msg: "不行"})
	case 21:
		if w.ask(t, account, GiveUp{by}) != nil {
			w.place(account, Ended(w.drafts[account], w.places[account], account == reviewer, w.now)...)
			w.now = w.now.Add(BanLong)
		}
	case 22:
		w.now = w.now.Add(Window)
		if w.ask(t, account, TimeOut{Now: w.now}) != nil {
			w.place(account, Ended(w.drafts[account], w.places[account], account == reviewer, w.now)...)
			w.now = w.now.Add(BanLong)
		}
	case 23:
		w.begin(t, account, d, "")
	case 24, 25:
		if n := len(w.changes); n > 0 {
			w.revert(t, max(0, n-1-rapid.IntRange(0, 3).Draw(t, "ago")))
		}
	}
}

// everything lists all pages of a tree, also removed ones, in a fixed order.
func everything(t Tree) []string {
	list := make([]string, 0, len(t.Pages))
	for id := range t.Pages {
		list = append(list, id)
	}
	slices.Sort(list)
	return list
}

func (w *world) write(t *rapid.T, account, page, body string) {
	if w.ask(t, account, EditPage{Writer: w.writer(account), Page: page, Body: &body}) != nil {
		w.typed[w.drafts[account].ID][page] = body
	}
}

// remove removes a page: the texts of pages that only the draft has go with it.
func (w *world) remove(t *rapid.T, account, page string) {
	before := w.drafts[account].clone()
	if w.ask(t, account, RemovePage{Writer: w.writer(account), Page: page}) == nil {
		return
	}
	tree := w.writer(account).view(before)
	d := w.drafts[account]
	for typed := range w.typed[d.ID] {
		below := typed == page
		for _, id := range tree.Branch(page) {
			below = below || id == typed
		}
		if e := before.Edits[typed]; below && (e.Added || e.Restored) {
			if d.Edits[typed].Text == nil {
				delete(w.typed[d.ID], typed)
			}
		}
	}
}

func (w *world) submit(t *rapid.T, account string) {
	d := w.drafts[account]
	if rapid.Bool().Draw(t, "first settle") && d.Status == Editable {
		w.settleAll(t, account)
	}
	d = w.drafts[account]
	m := w.merge(d)
	sent := w.ask(t, account, Submit{Writer: w.writer(account), Submission: w.id("submission"), Merged: m, Msg: "更新", Seen: m.Seen})
	if sent == nil && w.drafts[account].Status != Review {
		return
	}
	if account == reviewer {
		w.accept(t, account)
		return
	}
	if rapid.Bool().Draw(t, "accept") {
		if rapid.Bool().Draw(t, "reviewer settles") {
			w.settleAll(t, account)
		}
		w.accept(t, account)
	}
}

func (w *world) again(t *rapid.T, account string, c DraftCommand) {
	if w.ask(t, account, c) != nil {
		w.place(account, w.writer(account).Repeated(w.drafts[account], w.places[account], w.now)...)
	}
}

// seed publishes a tree of some pages with texts.
func (w *world) seed(t *rapid.T) {
	w.begin(t, reviewer, Draft{}, "")
	by, pages := w.writer(reviewer), []string{""}
	for range rapid.IntRange(0, 8).Draw(t, "pages") {
		page, under := w.id("page"), rapid.SampledFrom(pages).Draw(t, "parent")
		w.ask(t, reviewer, AddPage{Writer: by, Page: page, Title: w.id("title"), Slug: w.id("slug"), Parent: under})
		w.write(t, reviewer, page, "文"+page)
		pages = append(pages, page)
	}
	w.submit(t, reviewer)
}

func TestNoHistoryLosesATextOrPublishesWhatWasNotSeen(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld()
		w.seed(rt)
		kinds := rapid.SliceOfNDistinct(rapid.IntRange(0, 25), 6, 26, rapid.ID[int]).Draw(rt, "kinds")
		kinds = append(kinds, 0, 1, 2, 3, 16, 17)
		for range rapid.IntRange(20, 100).Draw(rt, "length") {
			w.step(rt, kinds)
			w.check(rt)
		}
	})
}

// edits are the kinds of step that only change the draft of an account.
func edits() []int { return []int{1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13} }

func TestTwoDraftsOfTheSamePagesAreMerged(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld()
		w.seed(rt)
		for range rapid.IntRange(0, 2).Draw(rt, "earlier changes") {
			w.draftOf(rt, reviewer, 4)
			w.submit(rt, reviewer)
		}
		w.begin(rt, reviewer, Draft{}, "")
		w.draftOf(rt, alice, 8)
		w.untouched(rt, alice)
		w.draftOf(rt, bob, 8)
		w.untouched(rt, bob)
		for _, account := range []string{alice, bob} {
			w.settleAll(rt, account)
			w.ask(rt, account, Submit{Writer: w.writer(account), Submission: w.id("submission"), Merged: w.merge(w.drafts[account]), Msg: "更新"})
			w.accept(rt, account)
			w.check(rt)
		}
		for range rapid.IntRange(0, 3).Draw(rt, "reverts") {
			if n := len(w.changes); n > 0 {
				w.revert(rt, n-1)
				w.check(rt)
			}
		}
	})
}

// draftOf makes some edits in the draft of an account.
func (w *world) draftOf(t *rapid.T, account string, most int) {
	w.begin(t, account, Draft{}, "")
	for range rapid.IntRange(1, most).Draw(t, "edits") {
		w.edit(t, account, rapid.SampledFrom(edits()).Draw(t, "edit"))
	}
}

// untouched fails unless a draft that nobody interfered with merges to what its author sees.
func (w *world) untouched(t *rapid.T, account string) {
	d := w.drafts[account]
	m := w.merge(d)
	for _, k := range m.Conflicts {
		deep := k.Field == FieldParent && m.Tree.depth(k.Page) != 0 // a page came back below one that the draft moved down
		if k.Field != FieldTitle && k.Field != FieldSlug && !deep || len(k.Sides) == 3 {
			t.Fatalf("nobody else changed anything: %+v of %+v", k, d)
		}
	}
	if seen := w.writer(account).view(d); visibly(m.Tree) != visibly(seen) {
		t.Fatalf("the author sees\n%s\npublishing gives\n%s\nof the draft\n%+v\n%+v", visibly(seen), visibly(m.Tree), d, m.Done)
	}
	if none := Merge(w.wiki.Tree, Draft{}, w.text); len(none.Done)+len(none.Conflicts)+len(none.Texts) != 0 || visibly(none.Tree) != visibly(w.wiki.Tree) {
		t.Fatalf("an empty draft does %+v", none)
	}
}
