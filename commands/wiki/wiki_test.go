package wiki_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/wiki"
)

func TestASubmissionIsPublishedAfterAReview(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "# 安装\n\n放进 mods 文件夹。")
	if out := w.submit(member, draft); out.Status != "review" || out.Change != "" {
		t.Errorf("%+v", out)
	}
	if s := w.wiki(lantern); s.Number != 0 {
		t.Errorf("published without a review: %+v", s)
	}
	p := w.preview(reviewer, draft)
	if len(p.Groups.Added) != 1 || p.Groups.Added[0].Now.Body != "# 安装\n\n放进 mods 文件夹。" || p.Problem != nil || p.Msg != "补充安装步骤" {
		t.Errorf("%+v", p)
	}
	w.refused(401, "不能审核自己的草稿", member, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen}))
	w.refused(404, "草稿不存在", second, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen}))
	var out contract.WikiSubmitted
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen})).Decode(t, &out)
	s := w.wiki(lantern)
	if out.Status != "success" || s.Head != out.Change || s.Pages[page].Title != "安装" || s.Home() != page || w.body(page) != "# 安装\n\n放进 mods 文件夹。" {
		t.Errorf("%+v %+v", out, s)
	}
	w.refused(409, "已通过并发布", reviewer, "POST", draft+"/accept", in(map[string]any{"seen": p.Seen}))
	if w.begin(member) == draft {
		t.Error("the place was not freed")
	}
}

func TestAHolderOfWikiEditPublishesBySubmitting(t *testing.T) {
	w := newWorld(t)
	page := w.publish("首页", "home", "欢迎")
	changes := w.Events("wiki-" + lantern)
	if c := changes[len(changes)-1].(wiki.ChangePublished); c.Account != owner || c.Msg.String() != "补充安装步骤" || len(c.Done) != 2 {
		t.Errorf("%+v", c)
	}
	if w.body(page) != "欢迎" {
		t.Error(w.body(page))
	}
}

func TestTwoDraftsAreMergedByPageAndAConflictIsResolved(t *testing.T) {
	w := newWorld(t)
	first, other := w.publish("甲", "a", "一"), w.publish("乙", "b", "二")
	mine, theirs := w.begin(member), w.begin(second)
	w.write(member, mine, first, "一，改过")
	w.write(member, mine, other, "二，我的")
	w.write(second, theirs, other, "二，别人的")
	w.submit(member, mine)
	w.submit(second, theirs)
	seen := w.preview(reviewer, mine).Seen
	w.Want(200, reviewer, "POST", theirs+"/accept", in(map[string]any{"seen": w.preview(reviewer, theirs).Seen}))
	w.refused(409, wiki.CodeStale, reviewer, "POST", mine+"/accept", in(map[string]any{"seen": seen}))
	p := w.preview(reviewer, mine)
	if len(p.Conflicts) != 1 || p.Conflicts[0].Page != other || p.Conflicts[0].Mine != "二，我的" || p.Conflicts[0].Theirs != "二，别人的" {
		t.Fatalf("%+v", p.Conflicts)
	}
	w.refused(409, wiki.CodeConflict, reviewer, "POST", mine+"/accept", in(map[string]any{"seen": p.Seen}))
	w.refused(409, wiki.CodeConflict, reviewer, "POST", base+"wiki_accept", "")
	w.Want(200, reviewer, "POST", mine+"/resolve", in(map[string]any{"page": other, "field": "body", "side": "hand", "text": "二，两份合在一起"})).Decode(t, &p)
	if len(p.Conflicts) != 0 {
		t.Fatalf("%+v", p.Conflicts)
	}
	w.Want(200, reviewer, "POST", mine+"/accept", in(map[string]any{"seen": p.Seen}))
	if w.body(first) != "一，改过" || w.body(other) != "二，两份合在一起" {
		t.Error(w.body(first), w.body(other))
	}
}

func TestARejectedDraftIsEditedAgainUpToFiveTimesAndTheFifthBans(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	w.add(member, draft, "安装", "install", "一")
	for n := 1; n <= 5; n++ {
		w.submit(member, draft)
		if n%2 == 0 {
			w.Want(204, reviewer, "POST", draft+"/reject", `{"msg":"请补充版本"}`)
			w.Want(204, member, "POST", draft+"/reopen", "")
		} else {
			w.Want(204, member, "POST", draft+"/take-back", "")
		}
	}
	w.submit(member, draft)
	w.refused(400, "只能等待审核或放弃", member, "POST", draft+"/take-back", "")
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": w.preview(reviewer, draft).Seen}))
	w.refused(400, wiki.CodeBanned, member, "POST", base+"wiki/drafts", `{}`)
	w.now = w.now.Add(wiki.BanShort + time.Second)
	w.begin(member)
}

func TestGivingUpBansUnlessNothingWasSaved(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	w.Want(204, member, "POST", draft+"/give-up", "")
	draft = w.begin(member)
	w.add(member, draft, "安装", "install", "写了一半")
	w.Want(204, member, "POST", draft+"/give-up", "")
	w.refused(400, wiki.CodeBanned, member, "POST", base+"wiki_edit_start", "")
	var s contract.WikiStanding
	w.now = w.now.Add(4 * time.Hour)
	var again contract.WikiDraft
	id := strings.TrimPrefix(draft, base+"wiki/drafts/")
	w.Want(200, member, "POST", base+"wiki/drafts", in(map[string]any{"from": id})).Decode(t, &again)
	if len(again.Tree) != 1 || again.Tree[0].Title != "安装" {
		t.Errorf("%+v %+v", again, s)
	}
}

func TestADraftTimesOutAfterFiveHoursWithoutASave(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "一")
	id := strings.TrimPrefix(draft, base+"wiki/drafts/")
	w.idle = []string{id}
	w.now = w.now.Add(wiki.Window - wiki.Notice + time.Minute)
	w.sweep()
	if _, ok := w.last("wikidraft-" + id).(wiki.DraftTimeOutAnnounced); !ok {
		t.Errorf("%#v", w.last("wikidraft-"+id))
	}
	w.autosave(200, member, draft, page, "二", 0)
	w.now = w.now.Add(time.Hour)
	w.sweep()
	if _, ended := w.last("wikidraft-" + id).(wiki.DraftTimedOut); ended {
		t.Error("a draft that was saved timed out")
	}
	w.now = w.now.Add(wiki.Window)
	w.sweep()
	if _, ended := w.last("wikidraft-" + id).(wiki.DraftTimedOut); !ended {
		t.Errorf("%#v", w.last("wikidraft-"+id))
	}
	var again contract.WikiDraft
	w.Want(200, member, "POST", base+"wiki/drafts", in(map[string]any{"from": id})).Decode(t, &again)
	var text contract.WikiDraftText
	w.Asks(200, member, base+"wiki/drafts/"+again.ID+"/pages/"+page).Decode(t, &text)
	if text.Body != "二" {
		t.Errorf("the last automatic save is lost: %+v", text)
	}
}

func TestAutomaticSavesOfTwoTabsDoNotOverwriteEachOther(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "一")
	w.now = w.now.Add(time.Second)
	if v := w.autosave(200, member, draft, page, "第一页签", 0); v != 1 {
		t.Error(v)
	}
	w.autosave(409, member, draft, page, "第二页签", 0)
	var text contract.WikiDraftText
	w.Asks(200, member, draft+"/pages/"+page).Decode(t, &text)
	if text.Body != "一" || text.Save == nil || text.Save.Body != "第一页签" || !text.Page.Saved {
		t.Errorf("%+v", text)
	}
	w.autosave(200, member, draft, page, "两份合并", text.Save.Version)
	w.submit(member, draft)
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": w.preview(reviewer, draft).Seen}))
	if w.body(page) != "两份合并" {
		t.Errorf("%q was published", w.body(page))
	}
	w.autosave(400, member, draft, page, "太晚", 3)
}

func TestASavedTextIsInConflictWithWhatWasPublishedSince(t *testing.T) {
	w := newWorld(t)
	page := w.publish("甲", "a", "一")
	draft := w.begin(member)
	w.now = w.now.Add(time.Second)
	w.autosave(200, member, draft, page, "一，我的", 0)
	other := w.begin(owner)
	w.write(owner, other, page, "一，别人的")
	w.submit(owner, other)
	if p := w.preview(member, draft); len(p.Conflicts) != 1 || p.Conflicts[0].Mine != "一，我的" {
		t.Errorf("%+v", p.Conflicts)
	}
	w.refused(409, wiki.CodeConflict, member, "POST", draft+"/submit", `{"msg":"提交"}`)
}

func TestARevertIsPublishedAndCanBeReverted(t *testing.T) {
	w := newWorld(t)
	page := w.publish("甲", "a", "一")
	draft := w.begin(owner)
	w.write(owner, draft, page, "坏的")
	w.Want(200, owner, "PATCH", draft+"/pages/"+page, `{"title":"坏标题"}`)
	bad := w.submit(owner, draft).Change
	var out contract.WikiReverted
	w.Want(200, reviewer, "POST", base+"wiki/changes/"+bad+"/revert", `{"msg":"内容有误"}`).Decode(t, &out)
	if w.body(page) != "一" || w.wiki(lantern).Pages[page].Title != "甲" || out.Change == "" {
		t.Errorf("%q %+v", w.body(page), out)
	}
	w.refused(400, "没有任何修改", reviewer, "POST", base+"wiki/changes/"+bad+"/revert", `{"msg":"再来一次"}`)
	w.Want(200, owner, "POST", base+"wiki/changes/"+out.Change+"/revert", `{"msg":"其实是对的"}`)
	if w.body(page) != "坏的" {
		t.Error(w.body(page))
	}
	w.Want(200, member, "POST", base+"wiki/changes/"+bad+"/revert", `{"msg":"撤销"}`).Decode(t, &out)
	if out.Draft == "" || w.body(page) != "坏的" {
		t.Errorf("a member's revert must wait for a review: %+v", out)
	}
	w.refused(404, "更改不存在", owner, "POST", base+"wiki/changes/Nothing1/revert", `{"msg":"x"}`)
}

func TestTheStaffJudgesOnlyWhereItMay(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	w.add(member, draft, "安装", "install", "一")
	w.submit(member, draft)
	seen := w.preview(commandstest.Moderator, draft).Seen
	w.refused(401, "有可以审核的成员", commandstest.Moderator, "POST", draft+"/accept", in(map[string]any{"seen": seen, "reason": map[string]any{"code": "complies"}}))
	w.refused(400, "reason", commandstest.Moderator, "POST", draft+"/reject", `{"msg":"广告"}`)
	w.Want(204, commandstest.Moderator, "POST", draft+"/reject", `{"msg":"广告","reason":{"code":"spam"}}`)
	w.Want(204, commandstest.Moderator, "PATCH", base+"wiki/settings", `{"locked":true,"reason":{"code":"spam"}}`)
	w.refused(401, "锁定", owner, "POST", base+"wiki/drafts", `{}`)
	w.refused(401, "锁定", member, "POST", draft+"/reopen", "")
	w.Want(204, commandstest.Moderator, "PATCH", base+"wiki/settings", `{"locked":false,"reason":{"code":"complies"}}`)
	w.Want(204, commandstest.Moderator, "POST", base+"wiki/bans", in(map[string]any{
		"account": member, "until": w.now.Add(time.Hour), "msg": "刷屏", "reason": map[string]any{"code": "spam"},
	}))
	w.Want(204, member, "POST", draft+"/give-up", "")
	w.refused(400, wiki.CodeBanned, member, "POST", base+"wiki/drafts", `{}`)
	w.Want(204, owner, "DELETE", base+"wiki/bans/"+member+"?msg=%E5%A5%BD", "")
	w.begin(member)
}

func TestWhoMayDraftFollowsTheSettings(t *testing.T) {
	w := newWorld(t)
	w.refused(401, "成员", stranger, "POST", base+"wiki/drafts", `{}`)
	w.refused(401, "", commandstest.Anonymous, "POST", base+"wiki/drafts", `{}`)
	w.refused(401, "百科编辑权限", member, "PATCH", base+"wiki/settings", `{"editing":"open"}`)
	w.Want(204, owner, "PATCH", base+"wiki/settings", `{"editing":"named"}`)
	w.Want(204, owner, "PUT", base+"wiki/editors/"+named, "")
	w.refused(404, "用户不存在", owner, "PUT", base+"wiki/editors/"+closed, "")
	w.begin(named)
	w.refused(401, "指定的编辑者", stranger, "POST", base+"wiki/drafts", `{}`)
	w.Want(204, owner, "PATCH", base+"wiki/settings", `{"editing":"open"}`)
	w.begin(stranger)
	w.refused(401, "验证邮箱", closed, "POST", base+"wiki/drafts", `{}`)
	w.Want(204, owner, "PATCH", base+"wiki/settings", `{"editing":"closed"}`)
	w.refused(401, "百科编辑权限", member, "POST", base+"wiki/drafts", `{}`)
	w.refused(400, "editing", owner, "PATCH", base+"wiki/settings", `{"editing":"all"}`)
}

func TestADraftDoesNotExistForOthers(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "秘密", "secret", "草稿正文")
	elsewhere := strings.Replace(draft, lantern, ruins, 1)
	for _, who := range []string{second, stranger} {
		w.Asks(404, who, draft)
		w.Asks(404, who, draft+"/preview")
		w.Asks(404, who, draft+"/pages/"+page)
		w.refused(404, "草稿不存在", who, "POST", draft+"/submit", `{"msg":"x"}`)
	}
	w.Asks(404, member, elsewhere)
	w.Asks(404, member, base+"wiki/drafts/Nothing1")
	w.Asks(404, member, base+"wiki/drafts/%2e%2e")
	w.Asks(200, reviewer, draft)
	w.Asks(200, commandstest.Moderator, draft)
	w.refused(401, "只有草稿的作者", reviewer, "PATCH", draft+"/pages/"+page, `{"body":"x"}`)
}

func TestBadInputIsRefusedAtItsField(t *testing.T) {
	w := newWorld(t)
	parent := w.publish("甲", "a", "一")
	draft := w.begin(member)
	pages, page := draft+"/pages", draft+"/pages/"+parent
	for name, c := range map[string]struct{ method, path, in, words string }{
		"no title":                  {"POST", pages, `{"title":" ","slug":"x"}`, "请填写完整数据"},
		"no slug":                   {"POST", pages, `{"title":"x","slug":""}`, "请填写完整数据"},
		"no data":                   {"POST", pages, `{}`, "title"},
		"a slug with dots":          {"POST", pages, `{"title":"x","slug":".."}`, `"field":"slug"`},
		"a slug with a slash":       {"POST", pages, `{"title":"x","slug":"a%2fb"}`, `"field":"slug"`},
		"a Chinese slug":            {"POST", pages, `{"title":"x","slug":"安装"}`, `"field":"slug"`},
		"a slug of 65":              {"POST", pages, in(map[string]any{"title": "x", "slug": strings.Repeat("a", 65)}), `"field":"slug"`},
		"a title of 65":             {"POST", pages, in(map[string]any{"title": strings.Repeat("长", 65), "slug": "x"}), `"field":"title"`},
		"a title of marks":          {"POST", pages, in(map[string]any{"title": "\u202e\u200b", "slug": "x"}), `"field":"title"`},
		"a taken slug":              {"POST", pages, `{"title":"x","slug":"A"}`, "已存在相同slug"},
		"a taken title":             {"POST", pages, `{"title":"甲","slug":"x"}`, "已存在相同标题"},
		"an unknown parent":         {"POST", pages, `{"title":"lost","slug":"lost","parent":"Nothing1"}`, `"field":"parent"`},
		"a fraction":                {"POST", pages, `{"title":"x","slug":"x","sort_order":1.5}`, "sort_order"},
		"a weight of 1001":          {"POST", pages, `{"title":"heavy","slug":"heavy","sort_order":1001}`, `"field":"sort_order"`},
		"a negative weight":         {"POST", pages, `{"title":"light","slug":"light","sort_order":-1}`, `"field":"sort_order"`},
		"duplicate keys":            {"POST", pages, `{"title":"x","slug":"x","title":"y"}`, `"field":"title"`},
		"a lone surrogate":          {"POST", pages, `{"title":"\ud800","slug":"surrogate"}`, "title"},
		"NUL in a text":             {"PATCH", page, `{"body":"a\u0000b"}`, "无效字符"},
		"65 537 characters":         {"PATCH", page, in(map[string]any{"body": strings.Repeat("长", 65_537)}), `"field":"body"`},
		"a page under itself":       {"PATCH", page, in(map[string]any{"parent": parent}), `"field":"parent"`},
		"an unknown page":           {"PATCH", pages + "/Nothing1", `{"body":"x"}`, "页面不存在"},
		"no reason":                 {"POST", draft + "/submit", `{"msg":" "}`, "请填写提交原因"},
		"no change":                 {"POST", draft + "/submit", `{"msg":"x"}`, "没有任何修改"},
		"an unknown side":           {"POST", draft + "/resolve", `{"page":"x","field":"body","side":"both"}`, "side"},
		"an unknown father":         {"POST", base + "wiki_create", `{"title":"father","slug":"father","father_id":"Nothing1"}`, `"field":"father_id"`},
		"a ban of an unknown":       {"POST", base + "wiki/bans", `{"account":"x","until":"2030-01-01T00:00:00Z","msg":"x"}`, "用户不存在"},
		"seen of another preview":   {"POST", draft + "/submit", `{"msg":"x","seen":"other"}`, wiki.CodeStale},
		"a rejection of a draft":    {"POST", base + "wiki_reject", `{"msg":"x"}`, "百科编辑权限"},
		"an automatic save of none": {"PUT", pages + "/Nothing1/autosave", `{"body":"x"}`, "页面不存在"},
	} {
		t.Run(name, func(t *testing.T) {
			a := w.Ask(member, c.method, c.path, c.in)
			if a.Status < 400 || a.Status >= 500 || !strings.Contains(string(a.Body), c.words) {
				t.Errorf("%s, want %s", a, c.words)
			}
		})
	}
	w.write(member, draft, parent, "一\r\n二")
	w.submit(member, draft)
	if p := w.preview(reviewer, draft); len(p.Groups.Bodies) != 1 || p.Groups.Bodies[0].Now.Body != "一\n二" {
		t.Errorf("%+v", p.Groups)
	}
}

func TestTheRoutesOfTheFamilyNeedNoDraftID(t *testing.T) {
	w := newWorld(t)
	w.refused(404, "草稿", member, "POST", base+"wiki_create", `{"title":"x","slug":"x"}`)
	var cache contract.WikiCache
	w.Want(200, member, "POST", base+"wiki_edit_start", "").Decode(t, &cache)
	var again contract.WikiCache
	w.Want(200, member, "POST", base+"wiki_edit_start", "").Decode(t, &again)
	if cache.ID == "" || again.ID != cache.ID || cache.Status != "draft" || cache.UserID != member {
		t.Errorf("%+v %+v", cache, again)
	}
	created := w.Want(200, member, "POST", base+"wiki_create", `{"title":"安装","slug":"install"}`).JSON(t)
	id, _ := created["id"].(string)
	if created["title"] != "安装" || created["parent_wiki_id"] != id || created["cache"] == nil || created["is_editor"] != true {
		t.Errorf("%v", created)
	}
	child := w.Want(200, member, "POST", base+"wiki_create", in(map[string]any{"title": "下级", "slug": "child", "father_id": id, "sort_order": 3})).JSON(t)
	if child["parent_wiki_id"] != id || child["sort_order"] != 3.0 {
		t.Errorf("%v", child)
	}
	w.Want(200, member, "POST", base+"wiki_edit", in(map[string]any{"id": id, "body": "正文", "sort_order": 20}))
	w.Want(200, member, "POST", base+"wiki_edit_star", in(map[string]any{"id": child["id"]}))
	w.Want(200, member, "DELETE", base+"wiki_delete", in(map[string]any{"id": child["id"]}))
	w.Want(200, member, "POST", base+"wiki_submit", `{"msg":"提交"}`)
	w.refused(400, wiki.CodeConflict, member, "POST", base+"wiki_edit_start", "")
	w.Want(200, reviewer, "POST", base+"wiki_reject", `{"msg":"再改改"}`)
	w.Want(200, member, "POST", base+"wiki_submit_again/"+cache.ID, "")
	w.Want(200, member, "POST", base+"wiki_submit", `{"msg":"改好了"}`)
	w.Want(200, reviewer, "POST", base+"wiki_accept", "")
	if s := w.wiki(lantern); s.Count() != 1 || s.Pages[id].Weight != 20 || w.body(id) != "正文" {
		t.Errorf("%+v %q", s, w.body(id))
	}
	w.refused(404, "没有等待审核", reviewer, "POST", base+"wiki_accept", "")
	w.Want(200, member, "POST", base+"wiki_edit_start", "").Decode(t, &cache)
	w.Want(200, member, "POST", base+"wiki_given_up/"+cache.ID, "")
}

func TestOfTwoWhoDecideAtOnceOneDoes(t *testing.T) {
	for name, c := range map[string]struct {
		first, second func(w *world, draft, seen string) commandstest.Answer
	}{
		"two reviewers": {accepts(owner), accepts(reviewer)},
		"accepting and taking back": {accepts(reviewer), func(w *world, draft, _ string) commandstest.Answer {
			return w.Ask(member, "POST", draft+"/take-back", "")
		}},
		"accepting and rejecting": {accepts(reviewer), func(w *world, draft, _ string) commandstest.Answer {
			return w.Ask(owner, "POST", draft+"/reject", `{"msg":"不行"}`)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			draft := w.begin(member)
			page := w.add(member, draft, "安装", "install", "一")
			w.submit(member, draft)
			seen := w.preview(reviewer, draft).Seen
			var group sync.WaitGroup
			answers := make([]commandstest.Answer, 2)
			for i, decide := range []func(*world, string, string) commandstest.Answer{c.first, c.second} {
				group.Go(func() { answers[i] = decide(w, draft, seen) })
			}
			group.Wait()
			done := 0
			for _, a := range answers {
				if a.Status < 300 {
					done++
				} else if a.Status >= 500 || !strings.Contains(string(a.Body), "description") {
					t.Errorf("%s", a)
				}
			}
			if done != 1 {
				t.Errorf("%d of two decided: %s; %s", done, answers[0], answers[1])
			}
			if published := w.wiki(lantern).Number == 1; published != (w.body(page) == "一") {
				t.Error("half of a change was published")
			}
		})
	}
}

func accepts(who string) func(*world, string, string) commandstest.Answer {
	return func(w *world, draft, seen string) commandstest.Answer {
		return w.Ask(who, "POST", draft+"/accept", in(map[string]any{"seen": seen}))
	}
}

func TestAPublishedTextStaysWhenItsAuthorIsErased(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	page := w.add(member, draft, "安装", "install", "公开的正文")
	w.submit(member, draft)
	w.Want(200, reviewer, "POST", draft+"/accept", in(map[string]any{"seen": w.preview(reviewer, draft).Seen}))
	open := w.begin(member)
	w.add(member, open, "未发布", "unpublished", "未发布的正文")
	if err := w.Texts.Erase(t.Context(), member); err != nil {
		t.Fatal(err)
	}
	if w.body(page) != "公开的正文" {
		t.Error(w.body(page))
	}
	for _, e := range w.Events("wikidraft-" + strings.TrimPrefix(open, base+"wiki/drafts/")) {
		if written, ok := e.(wiki.DraftPageWritten); ok && written.Text.String() != erasable.Erased {
			t.Errorf("%+v", written)
		}
	}
	change := w.wiki(lantern).Head
	if err := w.Texts.Erase(t.Context(), wiki.EditionSubject(change, page)); err != nil {
		t.Fatal(err)
	}
	if w.body(page) != erasable.Erased {
		t.Error(w.body(page))
	}
}

func TestAChangeOfManyPagesIsPublishedOnce(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	for i := range 30 {
		w.add(member, draft, fmt.Sprintf("第 %d 页", i), fmt.Sprintf("page-%d", i), fmt.Sprintf("正文 %d", i))
	}
	w.submit(member, draft)
	seen := w.preview(reviewer, draft).Seen
	for _, without := range []string{`{}`, `{"seen":""}`} {
		w.refused(400, `"field":"seen"`, reviewer, "POST", draft+"/accept", without)
	}
	accept := func() commandstest.Answer {
		return w.Ask(reviewer, "POST", draft+"/accept", in(map[string]any{"seen": seen}), "Idempotency-Key", "many")
	}
	first, again := accept(), accept()
	if first.Status != 200 || string(first.Body) != string(again.Body) || w.wiki(lantern).Number != 1 || w.wiki(lantern).Count() != 30 {
		t.Errorf("%s; %s", first, again)
	}
}

func TestARepeatedRequestIsAnsweredAgain(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	request := func(path, body string) commandstest.Answer {
		return w.Ask(member, http.MethodPost, path, body, "Idempotency-Key", "name-"+fmt.Sprint(len(path)))
	}
	first := request(draft+"/pages", `{"title":"安装","slug":"install"}`)
	second := request(draft+"/pages", `{"title":"安装","slug":"install"}`)
	if first.Status != 200 || string(first.Body) != string(second.Body) {
		t.Errorf("%s; %s", first, second)
	}
	if out := request(draft+"/submit", `{"msg":"提交"}`); out.Status != 200 || string(out.Body) != string(request(draft+"/submit", `{"msg":"提交"}`).Body) {
		t.Errorf("%s", out)
	}
}

func (w *world) sweep() {
	w.Helper()
	if err := w.service.EndIdle(w.Context()); err != nil {
		w.Fatal(err)
	}
}

// last is the newest event of a stream.
func (w *world) last(stream string) any {
	w.Helper()
	events := w.Events(stream)
	return events[len(events)-1]
}

// autosave saves a text over a version and returns the next one.
func (w *world) autosave(status int, who, draft, page, body string, version int64) int64 {
	w.Helper()
	a := w.Ask(who, http.MethodPut, draft+"/pages/"+page+"/autosave", in(map[string]any{"body": body}), "If-Match", fmt.Sprint(version))
	if a.Status != status {
		w.Fatalf("%s, want %d", a, status)
	}
	var out contract.WikiSaved
	if status == 200 {
		a.Decode(w, &out)
	}
	return out.Version
}
