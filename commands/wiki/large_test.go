package wiki_test

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/wiki"
)

// long gives the wiki a history that is long enough for a snapshot, after which its state is cached.
func (w *world) long() {
	w.Helper()
	for i := range 250 {
		w.Happen("wiki-"+lantern, wiki.ChangePublished{Project: lantern, Change: fmt.Sprintf("Before%02x", i), Account: owner, Done: []wiki.Done{
			{Page: fmt.Sprintf("Early%03d", i), Op: wiki.OpAdded, Title: fmt.Sprint("早 ", i), Slug: fmt.Sprint("early-", i)},
		}})
	}
	w.Want(204, owner, "PATCH", base+"wiki/settings", `{"editing":"named"}`)
	if _, kept := w.Snapshots.Of("wiki-" + lantern); !kept {
		w.Fatal("there is no snapshot")
	}
}

func TestEveryCommandOnAWikiWithACachedStateSeesWhatItsEventsSay(t *testing.T) {
	w := newWorld(t)
	w.long()
	empty := w.begin(second)
	same := func(when string) {
		t.Helper()
		var d contract.WikiDraft
		w.Asks(200, second, empty).Decode(t, &d)
		s := w.wiki(lantern)
		if int(d.Revision) != s.Number || d.Featured != s.Home() || len(d.Tree) != s.Count() {
			t.Fatalf("after %s: revision %d of %d, %d pages of %d", when, d.Revision, s.Number, len(d.Tree), s.Count())
		}
		for i, p := range s.Ordered() {
			if shown := d.Tree[i]; shown.ID != p.ID || shown.Title != p.Title || shown.Slug != p.Slug || shown.Parent != p.Parent || shown.SortOrder != p.Weight {
				t.Fatalf("after %s: %+v, want %+v", when, shown, p)
			}
		}
	}
	draft := w.begin(owner)
	page := w.add(owner, draft, "安装", "install", "一")
	w.Want(200, owner, "PATCH", draft+"/pages/Early001", in(map[string]any{"title": "新", "slug": "n", "parent": page, "sort_order": 7, "featured": true}))
	w.Want(204, owner, "DELETE", draft+"/pages/Early002", "")
	w.Want(204, owner, "DELETE", draft+"/pages/Early003", "")
	w.Want(204, owner, "POST", draft+"/pages/Early003/restore", `{}`)
	same("edits of a draft")
	w.preview(owner, draft)
	same("a preview")
	change := w.submit(owner, draft).Change
	same("a publication")
	w.Want(200, owner, "POST", base+"wiki/changes/"+change+"/revert", `{"msg":"撤销"}`)
	same("a revert")
	w.refused(404, "更改不存在", owner, "POST", base+"wiki/changes/Nothing1/revert", `{"msg":"x"}`)
	w.Want(204, owner, "PUT", base+"wiki/editors/"+named, "")
	w.begin(named)
	w.Want(204, owner, "DELETE", base+"wiki/editors/"+named, "")
	w.refused(401, "指定的编辑者", named, "POST", base+"wiki/drafts", `{}`)
	w.Want(204, commandstest.Moderator, "PATCH", base+"wiki/settings", `{"locked":true,"reason":{"code":"spam"}}`)
	w.refused(401, "锁定", second, "PATCH", empty+"/pages/"+page, `{"body":"x"}`)
}

func TestAPublicationOfAWikiWithACachedStateIsRepeatedOnce(t *testing.T) {
	w := newWorld(t)
	w.long()
	draft := w.begin(owner)
	w.add(owner, draft, "安装", "install", "一")
	submit := func() commandstest.Answer {
		return w.Ask(owner, "POST", draft+"/submit", `{"msg":"提交"}`, "Idempotency-Key", "once")
	}
	first, again := submit(), submit()
	if first.Status != 200 || string(first.Body) != string(again.Body) || w.wiki(lantern).Number != 251 {
		t.Errorf("%s; %s; %d changes", first, again, w.wiki(lantern).Number)
	}
}

func TestARevertBringsBackTheTextBeforeAChange(t *testing.T) {
	w := newWorld(t)
	page := w.publish("甲", "a", "一")
	change := func(body string) string {
		draft := w.begin(owner)
		w.write(owner, draft, page, body)
		return w.submit(owner, draft).Change
	}
	change("二")
	bad := change("三")
	w.Want(200, owner, "POST", base+"wiki/changes/"+bad+"/revert", `{"msg":"撤销"}`)
	if w.body(page) != "二" {
		t.Errorf("%q is published", w.body(page))
	}
}
